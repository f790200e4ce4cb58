"""pyinapp on verifyReceipt: it wants the purchases inside the receipt, and checks the app."""

from pyinapp.appstore import AppStoreValidator
from pyinapp.errors import InAppValidationError

from box import COINS, MONTHLY, PRO, equal, refusal, run, spoilt


def validator(shop, bundle_id=None, is_sandbox=True):
    made = AppStoreValidator(bundle_id or shop.bundle_id)
    made.url = shop.box.sandbox if is_sandbox else shop.box.production
    return made


def message(call):
    return str(refusal(InAppValidationError, call).args[0])


def purchases(shop):
    """Purchases with identifier, product, quantity and date."""
    customer = shop.customer("Production")
    coins, pro = customer.buy(COINS, quantity=4), customer.buy(PRO)
    found = validator(shop, is_sandbox=False).validate(customer.receipt())
    lines = {line.transaction_id: line for line in found}
    equal(set(lines), {coins["transactionId"], pro["transactionId"]})
    equal((lines[coins["transactionId"]].product_id, lines[coins["transactionId"]].quantity), (COINS, "4"))
    equal(lines[pro["transactionId"]].purchased_at.endswith(" Etc/GMT"), True)


def subscription(shop):
    """F27: after a renewal the refreshed receipt has both periods."""
    customer = shop.customer()
    first = customer.buy(MONTHLY)
    shop.box.advance("P1M")
    found = validator(shop).validate(customer.receipt(), shop.secret)
    equal(len(found), 2)
    equal(first["transactionId"] in {line.transaction_id for line in found}, True)


def transaction_receipt(shop):
    """The receipt of one transaction is the older style with one purchase."""
    bought = shop.customer().buy(PRO)
    found = validator(shop).validate(bought["transactionReceipt"])
    equal([(line.product_id, line.transaction_id) for line in found], [(PRO, bought["transactionId"])])


def another_app(shop):
    """A receipt of another app is refused by the client."""
    bought = shop.customer().buy(PRO)
    for receipt in [bought["receipt"], bought["transactionReceipt"]]:
        asked = validator(shop, "com.example.another")
        equal(message(lambda: asked.validate(receipt)), "Bundle id mismatch")


def refused(shop):
    """Wrong host, wrong secret, garbage and a changed receipt are each told apart."""
    customer = shop.customer()
    receipt = customer.buy(PRO)["receipt"]
    wrong_host = "Sandbox receipt was sent to the production env"
    equal(message(lambda: validator(shop, is_sandbox=False).validate(receipt)), wrong_host)
    equal(message(lambda: validator(shop).validate("no receipt")), "Bad data")
    equal(message(lambda: validator(shop).validate(spoilt(receipt))), "Receipt authentication")
    renewable = customer.buy(MONTHLY)["receipt"]
    equal(message(lambda: validator(shop).validate(renewable, "0" * 32)), "Shared secret mismatch")
    equal(message(lambda: validator(shop).validate(renewable)), "Shared secret mismatch")


run(purchases, subscription, transaction_receipt, another_app, refused)
