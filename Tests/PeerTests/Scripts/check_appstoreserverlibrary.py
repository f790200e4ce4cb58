"""Apple's own library for servers on what the store signs."""

import base64

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.receipt_utility import ReceiptUtility
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException

from box import COINS, MONTHLY, PRO, STRANGER, certificates, equal, refusal, run


def verifier(shop, environment=Environment.SANDBOX, roots=None, bundle_id=None):
    return SignedDataVerifier(
        roots or shop.box.roots, False, environment, bundle_id or shop.bundle_id, shop.apple_id
    )


def transaction(shop):
    """A signed transaction verifies with the store's roots, and says what was bought, on either host."""
    for name, environment in [("Production", Environment.PRODUCTION), ("Sandbox", Environment.SANDBOX)]:
        bought = shop.customer(name).buy(COINS, quantity=3)
        read = verifier(shop, environment).verify_and_decode_signed_transaction(bought["signedTransactionInfo"])
        equal((read.transactionId, read.productId, read.quantity), (bought["transactionId"], COINS, 3))
        equal((read.rawType, read.rawInAppOwnershipType), ("Consumable", "PURCHASED"))
        equal((read.price, read.currency, read.storefront), (2970, "USD", "USA"))
        for part in ["type", "inAppOwnershipType", "transactionReason", "storefrontId", "appTransactionId"]:
            equal((part, getattr(read, part) is None), (part, False))


def renewal(shop):
    """F27: the renewal that falls due a month later verifies too."""
    customer = shop.customer()
    bought = customer.buy(MONTHLY)
    shop.box.advance("P1M")
    owned = customer.entitlements()
    equal(len(owned), 1)
    read = verifier(shop).verify_and_decode_signed_transaction(owned[0]["signedTransactionInfo"])
    equal(read.originalTransactionId, bought["transactionId"])
    equal(read.rawTransactionReason, "RENEWAL")
    equal(read.expiresDate > read.purchaseDate, True)


def receipts(shop):
    """A transaction's identifier is found in both kinds of receipts."""
    bought = shop.customer().buy(PRO)
    utility = ReceiptUtility()
    equal(utility.extract_transaction_id_from_app_receipt(bought["receipt"]), bought["transactionId"])
    found = utility.extract_transaction_id_from_transaction_receipt(bought["transactionReceipt"])
    equal(found, bought["transactionId"])
    refusal(ValueError, lambda: utility.extract_transaction_id_from_app_receipt("AAAA"))


def refused(shop):
    """Another root, app or environment and a changed transaction are refused."""
    signed = shop.customer().buy(PRO)["signedTransactionInfo"]
    head, body, signature = signed.split(".")
    content = base64.urlsafe_b64decode(body + "==").replace(b'"quantity":1', b'"quantity":9')
    changed = ".".join([head, base64.urlsafe_b64encode(content).decode().rstrip("="), signature])
    equal(changed == signed, False)
    cases = [
        ("VERIFICATION_FAILURE", verifier(shop, roots=certificates(STRANGER)), signed),
        ("INVALID_APP_IDENTIFIER", verifier(shop, bundle_id="com.example.another"), signed),
        ("INVALID_ENVIRONMENT", verifier(shop, Environment.PRODUCTION), signed),
        ("VERIFICATION_FAILURE", verifier(shop), changed),
        ("VERIFICATION_FAILURE", verifier(shop), "no.signed.text"),
    ]
    for status, asked, text in cases:
        error = refusal(VerificationException, lambda: asked.verify_and_decode_signed_transaction(text))
        equal(error.status.name, status)


run(transaction, renewal, receipts, refused)
