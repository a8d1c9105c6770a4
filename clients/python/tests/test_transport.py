import dataclasses
import json
import os
import pickle
import sys
import tempfile
import threading
import traceback
import unittest
import unittest.mock

import vezne

sys.path.insert(0, __file__.rsplit("/", 1)[0])
from double import Double, cut

KEY = "vz_test_a_key_that_nobody_may_see"
REFUND = {
    "success": True,
    "order_id": "ORD-1",
    "refund_id": "REF-1",
    "status": "refunded",
    "amount": 100,
    "currency": "TRY",
    "message": "",
}
PAGE = {"success": True, "per_page": 2, "total": 5}


def client_of(double, **options):
    """A client whose pauses take no time; returns it and the pauses."""
    pauses = []
    client = double.opened(vezne.Client(KEY, double.url, **options))
    client._transport.runtime = dataclasses.replace(
        client._transport.runtime, sleep=pauses.append, random=lambda: 1.0
    )
    return client, pauses


def problem(status, code, headers=None, **more):
    content = {"Content-Type": "application/problem+json", "X-Request-Id": "req-1"}
    body = {"code": code, "detail": "A text.", "status": status, **more}
    return status, {**content, **(headers or {})}, body


def quiet(handler):
    """A stream that breaks before its first event."""
    text = b"retry: 2000\n: connected\nid: evt_0\n\n"
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    handler.wfile.write(b"%x\r\n%s\r\n" % (len(text), text))
    handler.wfile.flush()
    handler.connection.shutdown(2)
    handler.close_connection = True


def cut_at_once(handler):
    handler.connection.shutdown(2)
    handler.close_connection = True


def event(event_id):
    data = {"id": event_id, "type": "payment.completed", "timestamp": "t", "data": {}}
    return 200, {}, f"id: {event_id}\ndata: {json.dumps(data)}\n\n".encode()


class Calls(unittest.TestCase):
    def test_what_is_sent(self):
        with Double((200, {}, REFUND)) as double:
            client, _ = client_of(double)
            client.payments.refund(order_id="ORD-1", amount=100, idempotency_key="return-7")
        method, path, headers, body = double.requests[0]
        self.assertEqual((method, path), ("POST", "/api/v1/payment/refund"))
        self.assertEqual(json.loads(body), {"order_id": "ORD-1", "amount": 100})
        self.assertEqual(headers["Authorization"], f"Bearer {KEY}")
        self.assertEqual(headers["Idempotency-Key"], "return-7")
        self.assertEqual(headers["User-Agent"], f"vezne-python/{vezne.__version__}")

    def test_prefix_and_ids_in_paths(self):
        with Double((200, {}, {"success": True, "card_token": "x"})) as double:
            client = double.opened(vezne.Client(KEY, f"{double.url}/pay/"))
            client.cards.delete("a/b c?d")
            for wrong in ("", ".", ".."):
                with self.assertRaises(ValueError):
                    client.cards.delete(wrong)
        self.assertEqual(double.requests[0][1], "/pay/api/v1/payment/cards/a%2Fb%20c%3Fd")
        self.assertEqual(len(double.requests), 1)

    def test_null_is_not_absence(self):
        merchant = {"merchant_id": "mer_1", "name": "x", "refund_approval_above": None}
        with Double((200, {}, merchant)) as double:
            admin = double.opened(vezne.AdminClient("vz_operator_x", double.url))
            admin.merchants.change("mer_1", refund_approval_above=None)
            admin.merchants.change("mer_1", state="active")
        self.assertEqual(json.loads(double.requests[0][3]), {"refund_approval_above": None})
        self.assertEqual(json.loads(double.requests[1][3]), {"state": "active"})

    def test_connection_is_kept(self):
        with Double((200, {}, REFUND)) as double:
            client, _ = client_of(double)
            for _ in range(3):
                client.payments.get_refund("REF-1")
            self.assertEqual(double.connections, 1)

    def test_connection_that_the_server_closed_is_replaced(self):
        def answer_and_close(handler):
            text = json.dumps(REFUND).encode()
            head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(text)}\r\n\r\n".encode()
            handler.wfile.write(head + text)
            handler.close_connection = True

        with Double(answer_and_close, (200, {}, REFUND)) as double:
            client, pauses = client_of(double, max_retries=0)
            client.payments.get_refund("REF-1")
            client.payments.get_refund("REF-1")
            self.assertEqual((double.connections, pauses), (2, []))

    def test_threads_share_a_client(self):
        with Double((200, {}, REFUND)) as double:
            client, _ = client_of(double)
            found = []
            threads = [
                threading.Thread(
                    target=lambda: found.append(client.payments.get_refund("REF-1").refund_id)
                )
                for _ in range(8)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(found, ["REF-1"] * 8)

    def test_redirects_are_not_followed(self):
        with Double((302, {"Location": "http://127.0.0.1:1/"}, {})) as double:
            client, _ = client_of(double)
            with self.assertRaises(vezne.VezneError) as caught:
                client.payments.get_refund("REF-1")
        self.assertEqual(caught.exception.status, 302)

    def test_any_call(self):
        with Double((200, {}, {"new": True})) as double:
            client, _ = client_of(double)
            found = client.request("post", "/api/v1/new", body={"a": 1}, query={"b": True})
        self.assertEqual(found, {"new": True})
        method, path, headers, _ = double.requests[0]
        self.assertEqual((method, path), ("POST", "/api/v1/new?b=true"))
        self.assertIn("Idempotency-Key", headers)


class Retries(unittest.TestCase):
    def test_same_key_after_a_cut(self):
        with Double(cut, cut, (200, {}, REFUND)) as double:
            client, pauses = client_of(double)
            self.assertEqual(client.payments.refund(order_id="ORD-1").refund_id, "REF-1")
        keys = {headers["Idempotency-Key"] for _, _, headers, _ in double.requests}
        self.assertEqual((len(double.requests), len(keys)), (3, 1))
        self.assertEqual(pauses, [0.5, 1.0])

    def test_limits_and_restarts(self):
        for status, wait in ((429, "2"), (503, "1"), (502, None), (504, None)):
            headers = {} if wait is None else {"Retry-After": wait}
            busy = problem(status, "rate_limited", headers)
            with Double(busy, (200, {}, REFUND)) as double:
                client, pauses = client_of(double)
                client.payments.refund(order_id="ORD-1")
            self.assertEqual(pauses, [0.5 if wait is None else float(wait) + 0.5])

    def test_no_retry(self):
        cases = [
            problem(400, "validation_failed"),
            problem(500, "internal_error"),
            problem(503, "service_busy", {"Retry-After": "31"}),
        ]
        for one in cases:
            with Double(one) as double:
                client, _ = client_of(double)
                with self.assertRaises(vezne.VezneError):
                    client.payments.refund(order_id="ORD-1")
            self.assertEqual(len(double.requests), 1)

    def test_end_of_retries(self):
        with Double(problem(503, "service_busy")) as double:
            client, _ = client_of(double, max_retries=2)
            with self.assertRaises(vezne.ServerError) as caught:
                client.payments.refund(order_id="ORD-1", idempotency_key="return-7")
        self.assertEqual(len(double.requests), 3)
        self.assertTrue(caught.exception.retryable)
        self.assertEqual(caught.exception.idempotency_key, "return-7")

    def test_timeout(self):
        release = threading.Event()
        with Double(lambda handler: release.wait(30)) as double:
            client, _ = client_of(double, max_retries=0, timeout=0.2)
            with self.assertRaises(vezne.NoAnswerError) as caught:
                client.payments.get_refund("REF-1")
            release.set()
        self.assertEqual(caught.exception.code, "timed_out")

    def test_slow_body_has_the_same_timeout(self):
        release = threading.Event()

        def trickle(handler):
            handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
            while not release.wait(0.05):
                handler.wfile.write(b" ")
                handler.wfile.flush()
            handler.close_connection = True

        with Double(trickle) as double:
            client, _ = client_of(double, max_retries=0, timeout=0.3)
            with self.assertRaises(vezne.NoAnswerError) as caught:
                client.payments.get_refund("REF-1")
            release.set()
        self.assertEqual(caught.exception.code, "timed_out")

    def test_no_server(self):
        client = vezne.Client(KEY, "http://127.0.0.1:1", max_retries=0)
        with self.assertRaises(vezne.NoAnswerError) as caught:
            client.payments.get_refund("REF-1")
        self.assertEqual(caught.exception.code, "connection_failed")


class Errors(unittest.TestCase):
    def test_classes(self):
        cases = {
            400: vezne.RequestError,
            401: vezne.AuthenticationError,
            403: vezne.AuthenticationError,
            404: vezne.NotFoundError,
            409: vezne.ConflictError,
            422: vezne.RequestError,
            429: vezne.RateLimitError,
            500: vezne.ServerError,
        }
        for status, kind in cases.items():
            with Double(problem(status, "a_code", refundable_amount=5)) as double:
                client, _ = client_of(double, max_retries=0)
                with self.assertRaises(vezne.VezneError) as caught:
                    client.payments.get_refund("REF-1")
            error = caught.exception
            self.assertIs(type(error), kind)
            self.assertEqual((error.code, error.status), ("a_code", status))
            self.assertEqual((error.detail, error.request_id), ("A text.", "req-1"))
            self.assertEqual(error.problem["refundable_amount"], 5)

    def test_fields(self):
        errors = [{"field": "amount", "message": "must be an integer"}]
        with Double(problem(400, "validation_failed", errors=errors)) as double:
            client, _ = client_of(double)
            with self.assertRaises(vezne.RequestError) as caught:
                client.payments.refund(order_id="ORD-1")
        self.assertEqual(
            caught.exception.errors, [vezne.FieldError("amount", "must be an integer")]
        )

    def test_answers_of_other_programs(self):
        for answer in ((200, {}, b"<html>"), (200, {}, {"hello": 1}), (200, {}, [])):
            with Double(answer) as double:
                client, _ = client_of(double)
                with self.assertRaises(vezne.ServerError) as caught:
                    client.payments.get_refund("REF-1")
            self.assertEqual(caught.exception.code, "unreadable_answer")

    def test_secrets_are_not_shown(self):
        with Double(problem(400, "validation_failed")) as double:
            client, _ = client_of(double)
            try:
                client.payments.create(
                    session_id="ses_1", payment_type="creditcard", card_number="5528790000000008"
                )
            except vezne.VezneError as error:
                self.assertNotIn("5528790000000008", repr(error) + str(error))
                shown = repr(error) + repr(client) + repr(vars(client._transport))
                report = traceback.TracebackException.from_exception(error, capture_locals=True)
                shown += "".join(
                    f"{name}={value}"
                    for frame in report.stack
                    if frame.filename.endswith(("_transport.py", "_connections.py", "client.py"))
                    for name, value in (frame.locals or {}).items()
                )
        self.assertNotIn(KEY, shown)
        for wrong in ("", "two words", "kéy", None, 42):
            with self.assertRaisesRegex(ValueError, "^api_key must be a key alone"):
                vezne.Client(wrong, "https://pay.example")

    def test_addresses(self):
        for wrong in ("pay.example", "ftp://pay.example", "https://a:b@pay.example"):
            with self.assertRaises(ValueError):
                vezne.Client(KEY, wrong)


class Answers(unittest.TestCase):
    def test_newer_service(self):
        newer = {**REFUND, "status": "refund_on_hold", "a_new_field": {"x": 1}}
        with Double((200, {}, newer)) as double:
            client, _ = client_of(double)
            refund = client.payments.refund(order_id="ORD-1")
        self.assertEqual(refund.status, "refund_on_hold")
        self.assertEqual(refund.a_new_field, {"x": 1})
        self.assertEqual(refund.to_dict(), newer)
        self.assertIsNone(refund.code)

    def test_records_do_not_change(self):
        session = vezne.types.Session({"session_id": "ses_1"})
        with self.assertRaises(AttributeError):
            session.session_id = "ses_2"
        self.assertEqual(session, vezne.types.Session({"session_id": "ses_1"}))
        self.assertEqual(pickle.loads(pickle.dumps(session)), session)
        self.assertEqual(repr(session), "Session(session_id='ses_1')")

    def test_keys_in_answers_are_not_printed(self):
        made = vezne.types.MerchantCreated({"merchant_id": "mer_1", "test_api_key": KEY})
        self.assertEqual(made.test_api_key, KEY)
        self.assertNotIn(KEY, repr(made))

    def test_words_of_the_language(self):
        raised = vezne.types.RefundLimitRaise({"from": "2026-11-24T09:00:00.000Z"})
        self.assertEqual(raised.from_, "2026-11-24T09:00:00.000Z")

    def test_pages(self):
        def page(number, *orders):
            rows = [{"order_id": one} for one in orders]
            return 200, {}, {**PAGE, "page": number, "transactions": rows}

        with Double(page(1, "a", "b"), page(2, "c", "d"), page(3, "e")) as double:
            client, _ = client_of(double)
            found = [one.order_id for one in client.transactions.iterate(status="completed")]
        self.assertEqual(found, ["a", "b", "c", "d", "e"])
        self.assertEqual(
            [path.split("?")[1] for _, path, _, _ in double.requests],
            [f"status=completed&page={number}" for number in (1, 2, 3)],
        )

    def test_export_that_breaks_leaves_no_file(self):
        def broken(handler):
            handler.wfile.write(
                b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
                b'Content-Disposition: attachment; filename="x.csv"\r\n\r\n3\r\na,b\r\n'
            )
            handler.wfile.flush()
            handler.connection.shutdown(2)
            handler.close_connection = True

        with Double(broken) as double, tempfile.TemporaryDirectory() as folder:
            client, _ = client_of(double, max_retries=0)
            export = client.transactions.export(format="csv")
            self.assertEqual(export.file_name, "x.csv")
            with self.assertRaises(vezne.NoAnswerError):
                export.save(f"{folder}/x.csv")
            self.assertEqual(os.listdir(folder), [])

    def test_stream_goes_on_behind_the_last_event(self):
        def frames(*ids):
            def answer(handler):
                text = "retry: 2000\n: connected\n\n" + "".join(
                    f"id: {one}\nevent: payment.completed\ndata: "
                    + json.dumps(
                        {"id": one, "type": "payment.completed", "timestamp": "t", "data": {}}
                    )
                    + "\n\n"
                    for one in ids
                )
                part = f"{len(text):x}\r\n{text}\r\n".encode()
                handler.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + part)
                handler.wfile.flush()
                handler.connection.shutdown(2)
                handler.close_connection = True

            return answer

        with Double(frames("evt_1", "evt_2"), frames("evt_3")) as double:
            client, _ = client_of(double)
            stream = client.events.stream()
            found = [next(stream).id for _ in range(3)]
            stream.close()
        self.assertEqual(found, ["evt_1", "evt_2", "evt_3"])
        self.assertTrue(double.requests[1][1].endswith("?after=evt_2"))

    def test_stream_without_events_goes_on_behind_its_beginning(self):
        with Double(quiet, event("evt_1")) as double:
            client, _ = client_of(double)
            stream = client.events.stream()
            self.assertEqual(next(stream).id, "evt_1")
            stream.close()
        self.assertTrue(double.requests[1][1].endswith("?after=evt_0"))

    def test_stream_goes_on_behind_many_quiet_connections(self):
        with Double(*[quiet] * 5, event("evt_1")) as double:
            client, _ = client_of(double)
            stream = client.events.stream()
            self.assertEqual(next(stream).id, "evt_1")
            stream.close()

    def test_stream_goes_on_behind_a_restart(self):
        stopped = problem(503, "service_stopping")
        with Double(*[stopped] * 5, *[cut_at_once] * 4, event("evt_1")) as double:
            client, _ = client_of(double)
            stream = client.events.stream()
            self.assertEqual(next(stream).id, "evt_1")
            stream.close()
        with Double(stopped) as double:
            client, _ = client_of(double, max_retries=1)
            with self.assertRaises(vezne.ServerError):
                next(client.events.stream())
        self.assertEqual(len(double.requests), 4)

    def test_stream_goes_on_behind_the_backup_of_a_restore(self):
        lost = problem(410, "event_not_in_feed", after="evt_0")
        with Double(lost, event("evt_1")) as double:
            client, _ = client_of(double)
            with self.assertWarns(UserWarning):
                stream = client.events.stream(after="evt_9")
                self.assertEqual(next(stream).id, "evt_1")
            stream.close()
        self.assertTrue(double.requests[1][1].endswith("?after=evt_0"))

    def test_stream_ends_with_its_key(self):
        with Double(problem(401, "invalid_api_key")) as double:
            client, _ = client_of(double)
            with self.assertRaises(vezne.AuthenticationError):
                next(client.events.stream())
        self.assertEqual(len(double.requests), 1)

    def test_export_that_can_not_be_written_leaves_the_old_file(self):
        headers = {"Content-Disposition": 'attachment; filename="x.csv"'}
        with Double((200, headers, b"a,b\n")) as double, tempfile.TemporaryDirectory() as folder:
            client, _ = client_of(double)
            with client.transactions.export(format="csv") as export:
                with open(f"{folder}/x.csv", "w") as old:
                    old.write("old")
                with unittest.mock.patch("builtins.open", side_effect=PermissionError):
                    with self.assertRaises(PermissionError):
                        export.save(f"{folder}/x.csv")
            with open(f"{folder}/x.csv") as old:
                self.assertEqual(old.read(), "old")

    def test_frame_that_is_no_event(self):
        with Double((200, {}, b"data: [1]\n\n")) as double:
            client, _ = client_of(double)
            with self.assertRaises(vezne.ServerError) as caught:
                next(client.events.stream())
        self.assertEqual(caught.exception.code, "unreadable_answer")


if __name__ == "__main__":
    unittest.main()
