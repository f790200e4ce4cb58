"""itunes-iap on verifyReceipt: every attribute that it gives a type is read."""

import warnings

import itunesiap
from itunesiap.exceptions import InvalidReceipt
from itunesiap.request import Request

from box import COINS, MONTHLY, PRO, equal, refusal, run, spoilt

warnings.simplefilter("ignore")


def request(shop, receipt, password=None):
    class AtTheBox(Request):
        PRODUCTION_VALIDATION_URL = shop.box.production
        SANDBOX_VALIDATION_URL = shop.box.sandbox

    return AtTheBox(receipt, password)


def status(call):
    return refusal(InvalidReceipt, call).status


def purchases(shop):
    """The fields of a receipt and of its purchases have their types."""
    customer = shop.customer("Production")
    coins = customer.buy(COINS, quantity=2)
    answer = request(shop, customer.receipt()).verify(env=itunesiap.env.production)
    equal(answer.status, 0)
    receipt = answer.receipt
    equal(receipt.bundle_id, shop.bundle_id)
    equal(receipt.application_version, "1.4")
    for date in ["receipt_creation_date", "request_date", "original_purchase_date"]:
        equal(getattr(receipt, date).utcoffset().total_seconds(), 0.0)
        equal(int(getattr(receipt, date).timestamp()), int(receipt._[date + "_ms"]) // 1000)
    line = receipt.last_in_app
    equal((line.product_id, line.transaction_id, line.quantity), (COINS, coins["transactionId"], 2))
    equal(line.original_transaction_id, coins["originalTransactionId"])
    equal(int(line.purchase_date.timestamp()), line.purchase_date_ms // 1000)
    equal(int(line.original_purchase_date.timestamp()), line.original_purchase_date_ms // 1000)


def subscription(shop):
    """F27: the latest receipt, its periods and what is to come have their types."""
    bought = shop.customer().buy(MONTHLY)
    shop.box.advance("P1M")
    answer = request(shop, bought["receipt"], shop.secret).verify(env=itunesiap.env.sandbox)
    equal(len(answer.latest_receipt_info), 2)
    for period in answer.latest_receipt_info:
        equal(period.product_id, MONTHLY)
        equal(period.original_transaction_id, bought["transactionId"])
        equal(period.is_trial_period, False)
        equal(int(period.expires_date.timestamp()) > int(period.purchase_date.timestamp()), True)
        equal(period.web_order_line_item_id.isdigit(), True)
    pending = answer.pending_renewal_info[0]
    equal((pending.auto_renew_product_id, pending.auto_renew_status), (MONTHLY, 1))
    equal(isinstance(answer.latest_receipt, str), True)


def wrong_environment(shop):
    """F19: review mode goes on to the sandbox at 21007; production alone is refused."""
    receipt = shop.customer().buy(PRO)["receipt"]
    equal(status(lambda: request(shop, receipt).verify(env=itunesiap.env.production)), 21007)
    answer = request(shop, receipt).verify(env=itunesiap.env.review)
    equal(answer.receipt.in_app[0].product_id, PRO)


def wrong_secret(shop):
    """F25: 21004 without the secret and with a wrong one."""
    receipt = shop.customer().buy(MONTHLY)["receipt"]
    for password in [None, "", "0" * 32]:
        equal(status(lambda: request(shop, receipt, password).verify(env=itunesiap.env.sandbox)), 21004)


def refused(shop):
    """A refusal comes with HTTP 200, or the client would call the server unavailable."""
    receipt = shop.customer().buy(PRO)["receipt"]
    for garbage in ["", "no receipt", "AAAA", receipt[:-8]]:
        equal(status(lambda: request(shop, garbage).verify(env=itunesiap.env.review)), 21002)
    equal(status(lambda: request(shop, spoilt(receipt)).verify(env=itunesiap.env.sandbox)), 21003)


run(purchases, subscription, wrong_environment, wrong_secret, refused)
