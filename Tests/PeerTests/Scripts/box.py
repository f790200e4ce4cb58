"""The store that a client is pointed at: its addresses, a shop of its own, and what a customer does in it."""

import base64
import json
import ssl
import sys
import traceback
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

COINS, PRO, MONTHLY = "coins", "pro", "monthly"
PRODUCTS = [
    {"productID": COINS, "type": "Consumable", "displayPrice": "0.99"},
    {"productID": PRO, "type": "NonConsumable", "displayPrice": "9.99"},
    {
        "productID": MONTHLY,
        "type": "RecurringSubscription",
        "displayPrice": "4.99",
        "subscriptionGroupID": "members",
        "groupNumber": 1,
        "recurringSubscriptionPeriod": "P1M",
    },
]

# A root of nobody's, which signed nothing here; good until 2126.
STRANGER = """
-----BEGIN CERTIFICATE-----
MIIBhjCCAS2gAwIBAgIUOd9ns8k4oJTN69qRDTZsgbJmdz8wCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNU29tZWJvZHkgRWxzZTAgFw0yNjExMzAyMzQ2NDhaGA8yMTI2
MTEwNjIzNDY0OFowGDEWMBQGA1UEAwwNU29tZWJvZHkgRWxzZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABGBnmJ6gQkQj6bDmo1gA/0Blb0qs8+3nuDNqJb5Wq3UK
J11EjhmFT0RmYzgl8YeNmxGdbTctklLdHSizsSrODaWjUzBRMB0GA1UdDgQWBBQH
Hig0Sh1zJGiZKBT1ajk5cnuqCTAfBgNVHSMEGDAWgBQHHig0Sh1zJGiZKBT1ajk5
cnuqCTAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIFr2lpYdudoN
YcGP7o2+maLtm44Gwp5/VhZNTlvk5wl0AiB6ohvIwY9rdkKSSB1YIUnowVXzTvXm
IFm+OfM4EncLgw==
-----END CERTIFICATE-----
"""


class Shop:
    """A developer's app with a product of each of three types, made through Connect."""

    def __init__(self, box, bundle_id):
        self.box = box
        self.bundle_id = bundle_id
        developer = box.ask("POST", "/connect/v1/developers", {"name": bundle_id})["developerId"]
        app = box.ask("PUT", f"/connect/v1/apps/{bundle_id}", {"version": "1.4", "developerId": developer})
        self.secret = app["sharedSecret"]
        self.apple_id = app["appleId"]
        for product in PRODUCTS:
            box.ask("PUT", f"/connect/v1/apps/{bundle_id}/products/{product['productID']}", product)

    def customer(self, environment="Sandbox"):
        return Customer(self, environment)


class Customer:
    """A new account that buys in a shop."""

    def __init__(self, shop, environment):
        self.shop = shop
        self.environment = environment
        self.account = shop.box.ask("POST", "/control/v1/accounts", {"environment": environment})["accountId"]

    def buy(self, product, quantity=1):
        """The answer to a purchase: identifiers, state, signedTransactionInfo, receipt, transactionReceipt."""
        order = {"bundleId": self.shop.bundle_id, "productId": product, "quantity": quantity}
        bought = self.shop.box.ask("POST", "/control/v1/purchases", {"accountId": self.account, **order})
        equal(bought["state"], "purchased")
        return bought

    def receipt(self):
        """The app receipt as it is now, refreshed."""
        query = urllib.parse.urlencode(
            {"accountId": self.account, "bundleId": self.shop.bundle_id, "refresh": "true"}
        )
        return self.shop.box.ask("GET", f"/control/v1/receipts?{query}")["receipt"]

    def entitlements(self):
        """What the account owns, as an app on a new device of its hears it: each with signedTransactionInfo."""
        order = {"accountId": self.account, "bundleId": self.shop.bundle_id}
        device = self.shop.box.ask("POST", "/control/v1/devices", order)
        address = self.shop.box.hosts[self.environment] + "/storekit/v1/entitlements"
        return exchange("GET", address, device["token"])["transactions"]


class Box:
    """A running store, known from the line that it announces itself with."""

    def __init__(self, announcement):
        ready = json.loads(announcement)
        self.hosts = {"Production": ready["production"].rstrip("/"), "Sandbox": ready["sandbox"].rstrip("/")}
        self.production = self.hosts["Production"] + "/verifyReceipt"
        self.sandbox = self.hosts["Sandbox"] + "/verifyReceipt"
        self.control = ready["control"].rstrip("/")
        self.token = ready["controlToken"]
        # The file has intermediates too, for receipts that embed none; a strict reader takes roots alone.
        self.roots = [one for one in certificates(Path(ready["rootsFile"]).read_text()) if is_root(one)]

    def ask(self, method, path, body=None):
        """Asks control or Connect."""
        return exchange(method, self.control + path, self.token, body)

    def post(self, environment, body):
        """Posts a text to verifyReceipt, as a form would be: the store takes it for JSON all the same."""
        request = urllib.request.Request(self.hosts[environment] + "/verifyReceipt", body.encode())
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.load(response)

    def advance(self, period):
        self.ask("POST", "/control/v1/clock", {"advance": period})


def exchange(method, address, token, body=None):
    request = urllib.request.Request(address, method=method)
    request.add_header("Authorization", f"Bearer {token}")
    content = None if body is None else json.dumps(body).encode()
    if content is not None:
        request.add_header("Content-Type", "application/json")
    try:
        with urllib.request.urlopen(request, content, timeout=20) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{method} {address}: {error.code} {error.read().decode()}") from None


def certificates(pem):
    """The certificates of a PEM text, each as DER."""
    parts = pem.split("-----BEGIN CERTIFICATE-----")[1:]
    return [base64.b64decode(part.split("-----END")[0]) for part in parts]


def is_root(certificate):
    """Whether a certificate names itself as its issuer."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=certificate)
    return all(one["issuer"] == one["subject"] for one in context.get_ca_certs())


def spoilt(text):
    """A base64 text of the same length with one bit of its middle byte turned over: it reads, and is not genuine."""
    content = bytearray(base64.b64decode(text))
    content[len(content) // 2] ^= 1
    return base64.b64encode(bytes(content)).decode()


def equal(found, expected):
    if found != expected:
        raise AssertionError(f"found {found!r}, expected {expected!r}")


def refusal(kind, call):
    """The error of this kind that a call ends with."""
    try:
        answer = call()
    except kind as error:
        return error
    raise AssertionError(f"not refused: {answer!r}")


def run(*checks):
    """Runs each check in a shop of its own; the exit code tells whether all held."""
    box = Box(sys.argv[1])
    failed = 0
    for check in checks:
        name = check.__name__.replace("_", "-")
        try:
            check(Shop(box, f"com.example.{Path(sys.argv[0]).stem.replace('_', '-')}.{name}"))
        except Exception:
            failed += 1
            print(f"{check.__name__}: {check.__doc__}\n{traceback.format_exc()}", file=sys.stderr)
    if failed == 0:
        print(f"{len(checks)} checks held")
    sys.exit(1 if failed else 0)
