"""apple-purchase-receipt-verifier on what the store signs: the strictest reader of receipts."""

import json

from apple_purchase_receipt_verifier import Config, Environment, Reason, Verifier, apple_status

from box import COINS, MONTHLY, PRO, STRANGER, certificates, equal, run, spoilt


def verified(result):
    if not result.verified:
        raise AssertionError(f"refused: {result.failure}")
    return result.payload


def verifier(shop):
    return Verifier(Config(roots=shop.box.roots))


def transaction(shop):
    """A signed transaction verifies and names its environment."""
    for name in ["Production", "Sandbox"]:
        bought = shop.customer(name).buy(COINS, quantity=2)
        payload = verified(verifier(shop).verify_signed_data(bought["signedTransactionInfo"]))
        equal(payload.environment, Environment(name))
        read = json.loads(payload.json)
        equal((read["transactionId"], read["quantity"]), (bought["transactionId"], 2))


def receipt(shop):
    """F28: an app receipt verifies, and its purchases are those that were made."""
    for name in ["Production", "Sandbox"]:
        customer = shop.customer(name)
        pro, monthly = customer.buy(PRO), customer.buy(MONTHLY)
        payload = verified(verifier(shop).verify_receipt(customer.receipt()))
        equal((payload.environment, payload.bundle_id), (Environment(name), shop.bundle_id))
        equal(payload.application_version, "1.4")
        equal(payload.app_item_id, shop.apple_id if name == "Production" else 0)
        equal((len(payload.opaque_value) > 0, len(payload.sha1_hash)), (True, 20))
        lines = {line.transaction_id: line for line in payload.in_app}
        equal(set(lines), {pro["transactionId"], monthly["transactionId"]})
        period = lines[monthly["transactionId"]]
        equal((period.product_id, period.quantity, period.is_trial_period), (MONTHLY, 1, False))
        equal(period.expires_date_ms > period.purchase_date_ms, True)
        equal(period.web_order_line_item_id > 0, True)


def renewals(shop):
    """F27: the receipt that was renewed on the clock verifies at its own date."""
    customer = shop.customer()
    customer.buy(MONTHLY)
    shop.box.advance("P3M")
    equal(len(verified(verifier(shop).verify_receipt(customer.receipt())).in_app), 4)
    owned = customer.entitlements()
    equal(len(owned), 1)
    verified(verifier(shop).verify_signed_data(owned[0]["signedTransactionInfo"]))


def same_status(shop):
    """F19: the client's own verifyReceipt gives the status that the store gives."""
    receipts = [shop.customer(name).buy(PRO)["receipt"] for name in ["Production", "Sandbox"]]
    receipts += ["no receipt", "AAAA", receipts[0][:-8], spoilt(receipts[0]), receipts[1][:64] + "\n" + receipts[1][64:]]
    found = []
    for text in receipts:
        body = json.dumps({"receipt-data": text})
        for environment in Environment:
            theirs = json.loads(verifier(shop).verify_receipt_endpoint(environment, body))["status"]
            ours = shop.box.post(environment.value, body)["status"]
            equal((text[:12], environment, ours), (text[:12], environment, theirs))
            found.append(ours)
    equal(found[:4], [0, apple_status.PRODUCTION_RECEIPT_ON_SANDBOX, apple_status.SANDBOX_RECEIPT_ON_PRODUCTION, 0])


def refused(shop):
    """Another root, a changed receipt and garbage are refused, each for its reason."""
    bought = shop.customer().buy(PRO)
    stranger = Verifier(Config(roots=certificates(STRANGER)))
    equal(stranger.verify_receipt(bought["receipt"]).failure.reason, Reason.UNTRUSTED_CHAIN)
    equal(stranger.verify_signed_data(bought["signedTransactionInfo"]).failure.reason, Reason.UNTRUSTED_CHAIN)
    verified(verifier(shop).verify_receipt(bought["receipt"]))
    equal(verifier(shop).verify_receipt(spoilt(bought["receipt"])).verified, False)
    equal(verifier(shop).verify_receipt("no receipt").failure.reason, Reason.MALFORMED)
    head, body, signature = bought["signedTransactionInfo"].split(".")
    swapped = ".".join([head, body, signature[:20][::-1] + signature[20:]])
    equal(verifier(shop).verify_signed_data(swapped).failure.reason, Reason.INVALID_SIGNATURE)


run(transaction, receipt, renewals, same_status, refused)
