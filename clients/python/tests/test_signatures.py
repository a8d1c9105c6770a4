import json
import pathlib
import unittest

import vezne

VECTORS = pathlib.Path(__file__).parents[2] / "signature-vectors.json"


def load(name):
    return json.loads(VECTORS.read_text(encoding="utf-8"))[name]


def outcome(check):
    try:
        return "verified", check()
    except vezne.SignatureError as error:
        return error.code, None


class Webhooks(unittest.TestCase):
    def verify(self, vector, body=None):
        return outcome(
            lambda: vezne.verify_webhook(
                vector["headers"],
                vector["body"] if body is None else body,
                vector["secrets"],
                tolerance_seconds=vector["tolerance"],
                now=vector["now"],
            )
        )

    def test_vectors(self):
        for vector in load("webhooks"):
            with self.subTest(vector["name"]):
                code, event = self.verify(vector)
                self.assertEqual(code, vector["expected"])
                if event is not None:
                    self.assertEqual(event.id, "evt_1")
                    self.assertEqual(event.type, json.loads(vector["body"])["type"])

    def test_body_as_bytes(self):
        vector = load("webhooks")[0]
        self.assertEqual(self.verify(vector, vector["body"].encode())[0], "verified")

    def test_classes_of_events(self):
        payment, refund, unknown = (self.verify(one)[1] for one in load("webhooks")[:3])
        self.assertIsInstance(payment, vezne.PaymentEvent)
        self.assertEqual(payment.data.order_id, "ORD-1")
        self.assertEqual(payment.data.metadata, {"note": "Çay"})
        self.assertIsInstance(refund, vezne.RefundEvent)
        self.assertIs(type(unknown), vezne.Event)
        self.assertEqual(unknown.data, {"order_id": "ORD-1"})

    def test_environment_of_wsgi(self):
        vector = load("webhooks")[0]
        environment = {
            f"HTTP_{name.upper().replace('-', '_')}": value
            for name, value in vector["headers"].items()
        }
        code, _ = self.verify({**vector, "headers": {**environment, "wsgi.version": (1, 0)}})
        self.assertEqual(code, "verified")

    def test_malformed_secret(self):
        vector = load("webhooks")[0]
        for secret in ("whsec_", "geheim!", "", None, [None], 42, [42]):
            with self.subTest(secret), self.assertRaisesRegex(ValueError, "^A webhook secret is"):
                vezne.verify_webhook(vector["headers"], vector["body"], secret)


class Redirects(unittest.TestCase):
    def test_missing_secret(self):
        address = load("redirects")[0]["address"]
        for secret in ("", None, 42):
            with self.subTest(secret), self.assertRaisesRegex(ValueError, "^A webhook secret is"):
                vezne.verify_redirect(address, secret)

    def test_vectors(self):
        for vector in load("redirects"):
            with self.subTest(vector["name"]):
                code, found = outcome(
                    lambda: vezne.verify_redirect(vector["address"], vector["secret"])
                )
                self.assertEqual(code, vector["expected"])
                if found is not None:
                    said = {name: value for name, value in vars(found).items() if value is not None}
                    self.assertEqual(said, vector["result"])

    def test_parsed_query(self):
        vector = load("redirects")[5]
        query = vezne._signatures.parse_qsl(vector["address"].split("?")[1].split("#")[0])
        values = {}
        for name, value in query:
            values.setdefault(name, []).append(value)
        found = vezne.verify_redirect(values, vector["secret"])
        self.assertEqual(found.order_id, "ORD-1")


if __name__ == "__main__":
    unittest.main()
