"""A merchant's day with the client, in parts; prints what the merchant saw."""

import json
import sys
import time

import vezne

CARD = {
    "payment_type": "creditcard",
    "card_holder_name": "Ada Şahin",
    "card_number": "5528790000000008",
    "expire_month": "12",
    "expire_year": "2030",
    "cvc": "123",
}


def open_session(client, amount=125_000):
    return client.sessions.create(
        amount=amount,
        success_url="https://shop.example/thanks?cart=7",
        fail_url="https://shop.example/sorry",
        customer={"name": "Ada", "surname": "Şahin", "email": "ada@example.com"},
        basket_items=[{"id": "1", "name": "Kitap", "qty": 1, "unit_price": amount}],
        metadata={"cart": 7, "note": "Çay & kahve"},
    ).session_id


def pay(client, session_id, **fields):
    return client.payments.create(session_id=session_id, **{**CARD, **fields})


def failure(call):
    try:
        call()
    except vezne.VezneError as error:
        fields = [one.field for one in error.errors]
        return [type(error).__name__.replace("Error", ""), error.code, error.status, fields]
    return "no error"


def first_events(client):
    """The first event from the list, and the one behind it from the stream."""
    while not client.events.list().events:
        time.sleep(0.05)
    first = next(client.events.iterate(limit=1))
    return [first.type, next(client.events.stream(after=first.id)).type]


def sell(task):
    client = vezne.Client(task["key"], task["url"])
    cut = vezne.Client(task["key"], task["cuttingUrl"])
    session_id = open_session(client)
    paid = pay(client, session_id)
    status = client.payments.status(paid.order_id, session_id=session_id)
    part = client.payments.refund(order_id=paid.order_id, amount=25_000)
    rest = client.payments.refund(order_id=paid.order_id)
    declined = pay(client, open_session(client), card_number="4111111111111129")
    for amount in (1_000, 2_000, 3_000):
        pay(client, open_session(client, amount))
    at_bank = pay(client, open_session(client, 5_000), is_3d=True)
    after_cut = pay(cut, open_session(client, 4_000))
    listed = list(client.transactions.iterate(status="completed", per_page=2))
    summary = client.transactions.summary()
    table = client.transactions.export(format="csv", status="completed").read().decode()
    stranger = vezne.Client("vz_test_wrong", task["url"])
    return {
        "paid": [paid.success, paid.status, paid.amount, paid.card_last_four],
        "status": status.status,
        "refunds": [part.status, rest.status, client.payments.get_refund(rest.refund_id).amount],
        "declined": [declined.success, declined.status, declined.code],
        "afterCut": [after_cut.status, after_cut.amount],
        "listed": sorted(one.amount for one in listed),
        "summed": [summary.refunded, summary.breakdown_by_type["creditcard"].count],
        "rows": len(table.strip().splitlines()) - 1,
        "events": first_events(client),
        "refundLeft": failure(lambda: client.payments.refund(order_id=paid.order_id)),
        "noRefund": failure(lambda: client.payments.get_refund("REF-1")),
        "wrongKey": failure(lambda: stranger.transactions.list()),
        "wrongAmount": failure(lambda: open_session(client, 0)),
        "wrongCard": failure(lambda: pay(client, open_session(client), card_number="1")),
        "atBank": at_bank.status,
        "redirectUrl": at_bank.redirect_url,
        "orderAtBank": at_bank.order_id,
    }


def check(task):
    secret = task["secret"]

    def verify(delivery, **changes):
        given = {**delivery, **changes}
        event = vezne.verify_webhook(given["headers"], given["body"], secret, now=given["now"])
        return [event.type, event.data.session_id]

    delivery = task["delivery"]
    back = vezne.verify_redirect(task["returnUrl"], secret)
    client = vezne.Client(task["key"], task["url"])
    status = client.payments.status(back.order_id, session_id=back.session_id)
    return {
        "webhook": verify(delivery),
        "tampered": failure(
            lambda: verify(delivery, body=delivery["body"].replace("ses_", "ses_x"))
        )[1],
        "late": failure(lambda: verify(delivery, now=delivery["now"] + 301))[1],
        "early": failure(lambda: verify(delivery, now=delivery["now"] - 301))[1],
        "back": [back.status, back.order_id, back.metadata],
        "forged": failure(
            lambda: vezne.verify_redirect(task["returnUrl"].replace("ORD-", "ORD-X"), secret)
        )[1],
        "status": [status.status, status.charged_amount],
    }


def encrypt(task):
    """The same call without and with the certificate of the server's authority."""
    known = vezne.Client("vz_test_x", task["url"], ca_file=task["caFile"])
    unknown = vezne.Client("vz_test_x", task["url"])
    return {
        "known": known.payments.get_refund("REF-1").refund_id,
        "unknown": failure(lambda: unknown.payments.get_refund("REF-1"))[1],
    }


with open(sys.argv[1], encoding="utf-8") as file:
    given = json.load(file)
parts = {"sell": sell, "check": check, "encrypt": encrypt}
json.dump(parts[given["do"]](given), sys.stdout)
