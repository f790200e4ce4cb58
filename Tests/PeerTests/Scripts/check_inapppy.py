"""inapppy on verifyReceipt."""

from inapppy import AppStoreValidator, InAppPyValidationError

from box import COINS, MONTHLY, PRO, equal, refusal, run, spoilt


def validator(shop, **settings):
    class Validator(AppStoreValidator):
        def _change_url_by_sandbox(self):
            self.url = shop.box.sandbox if self.sandbox else shop.box.production

    return Validator(http_timeout=20, **settings)


def status(call):
    return refusal(InAppPyValidationError, call).raw_response["status"]


def purchases(shop):
    """Purchases are in the receipt, on either host."""
    for environment, is_sandbox in [("Production", False), ("Sandbox", True)]:
        customer = shop.customer(environment)
        coins, pro = customer.buy(COINS, quantity=3), customer.buy(PRO)
        answer = validator(shop, sandbox=is_sandbox).validate(customer.receipt())
        equal(answer["environment"], environment)
        equal(answer["receipt"]["bundle_id"], shop.bundle_id)
        lines = {line["transaction_id"]: line for line in answer["receipt"]["in_app"]}
        equal(set(lines), {coins["transactionId"], pro["transactionId"]})
        equal(lines[coins["transactionId"]]["quantity"], "3")
        equal(lines[pro["transactionId"]]["product_id"], PRO)


def subscription(shop):
    """F27: a month later the same receipt answers with the renewal; old periods can be left out."""
    customer = shop.customer()
    bought = customer.buy(MONTHLY)
    shop.box.advance("P1M")
    asked = validator(shop, sandbox=True)
    answer = asked.validate(bought["receipt"], shop.secret)
    equal(len(answer["receipt"]["in_app"]), 1)
    latest = answer["latest_receipt_info"]
    equal(len(latest), 2)
    equal({line["original_transaction_id"] for line in latest}, {bought["transactionId"]})
    equal(answer["pending_renewal_info"][0]["auto_renew_status"], "1")
    newest = asked.validate(bought["receipt"], shop.secret, exclude_old_transactions=True)
    equal(len(newest["latest_receipt_info"]), 1)
    again = asked.validate(answer["latest_receipt"], shop.secret)
    equal(len(again["receipt"]["in_app"]), 2)


def transaction_receipt(shop):
    """A subscription's own receipt is valid, and expired (21006) after it was turned off and lapsed."""
    bought = shop.customer().buy(MONTHLY)
    asked = validator(shop, sandbox=True)
    equal(asked.validate(bought["transactionReceipt"], shop.secret)["receipt"]["product_id"], MONTHLY)
    shop.box.ask("PATCH", f"/control/v1/subscriptions/{bought['transactionId']}", {"autoRenew": False})
    shop.box.advance("P2M")
    equal(status(lambda: asked.validate(bought["transactionReceipt"], shop.secret)), 21006)


def wrong_environment(shop):
    """F19: 21007 leads to the sandbox and 21008 to production, where the client stays."""
    sandbox, production = shop.customer().buy(PRO), shop.customer("Production").buy(PRO)
    equal(status(lambda: validator(shop).validate(sandbox["receipt"])), 21007)
    equal(status(lambda: validator(shop, sandbox=True).validate(production["receipt"])), 21008)
    turning = validator(shop, auto_retry_wrong_env_request=True)
    equal(turning.validate(sandbox["receipt"])["environment"], "Sandbox")
    equal(turning.sandbox, True)
    equal(turning.validate(production["receipt"])["environment"], "Production")
    equal(turning.sandbox, False)


def wrong_secret(shop):
    """F25: 21004 without the secret and with a wrong one."""
    bought = shop.customer().buy(MONTHLY)
    asked = validator(shop, sandbox=True)
    equal(status(lambda: asked.validate(bought["receipt"])), 21004)
    equal(status(lambda: asked.validate(bought["receipt"], "0" * 32)), 21004)
    equal(status(lambda: asked.validate(bought["transactionReceipt"], "0" * 32)), 21004)


def refused(shop):
    """What is no receipt is 21002; what was changed is 21003."""
    bought = shop.customer().buy(PRO)
    asked = validator(shop, sandbox=True)
    for garbage in ["", "no receipt", "AAAA", bought["receipt"][:-8], bought["signedTransactionInfo"]]:
        equal(status(lambda: asked.validate(garbage)), 21002)
    equal(status(lambda: asked.validate(spoilt(bought["receipt"]))), 21003)


run(purchases, subscription, transaction_receipt, wrong_environment, wrong_secret, refused)
