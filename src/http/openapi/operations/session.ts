import { SessionCreatedSchema } from "../../schema/session.ts";
import { EXAMPLE } from "../example-values.ts";
import type { Operation } from "../operation.ts";

const created = {
  session_id: EXAMPLE.session,
  checkout_url: `https://pay.example/checkout?session=${EXAMPLE.session}`,
  expires_at: EXAMPLE.expiresAt,
};

const addresses = {
  success_url: "https://shop.example/thanks",
  fail_url: "https://shop.example/sorry",
};

const customer = { name: "Ada", surname: "Şahin", email: "ada@shop.example" };

const shared = {
  tag: "Sessions",
  access: "key in body",
  answers: { "application/json": [SessionCreatedSchema] },
  problems: ["validation_failed", "invalid_api_key"],
  problemExamples: {
    validation_failed: { detail: "amount is required." },
    invalid_api_key: { detail: "merchant_api_key is not a valid key." },
  },
} as const;

/** Spec 4.1 and 4.2. */
export const SESSION_OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST /api/v1/checkout/session": {
    ...shared,
    id: "createCheckoutSession",
    summary: "Create a checkout session",
    description:
      "A session is an amount to be paid within one hour. Send the customer to `checkout_url`, or pay " +
      "the session yourself with `POST /api/v1/payment/pay`. The key decides its mode for good: a " +
      "session of a `vz_test_` key reaches the merchant's test connections, or without one the test " +
      "bank; never a live terminal.",
    examples: {
      smallest: {
        summary: "An amount and two return URLs",
        body: { merchant_api_key: EXAMPLE.key, amount: EXAMPLE.amount, ...addresses },
        answer: created,
      },
      whole: {
        summary: "With customer, basket and metadata",
        body: {
          merchant_api_key: EXAMPLE.key,
          amount: EXAMPLE.amount,
          currency: "TRY",
          language: "en",
          capture_method: "automatic",
          customer: {
            ...customer,
            phone: "+905301112233",
            address: "İstiklal Caddesi 1",
            city: "İstanbul",
            country: "TR",
            postal_code: "34430",
            identity_number: "11111111110",
            ip_address: "192.0.2.7",
            customer_id: EXAMPLE.customer,
          },
          basket_items: [
            {
              id: "book-1",
              name: "Tutunamayanlar",
              brand_name: "İletişim",
              qty: 1,
              unit_price: EXAMPLE.amount,
              category: 12,
            },
          ],
          ...addresses,
          metadata: { order: EXAMPLE.customerOrder },
        },
        answer: created,
      },
    },
  },
  "POST /api/v1/embedded/session": {
    ...shared,
    id: "createEmbeddedSession",
    summary: "Create an embedded session",
    description:
      "As a checkout session, for the widget in your own page: the customer's name, surname and " +
      "e-mail address are required, and the currency is TRY, USD or EUR.",
    examples: {
      smallest: {
        summary: "The required fields only",
        body: {
          merchant_api_key: EXAMPLE.key,
          amount: EXAMPLE.amount,
          currency: "TRY",
          customer,
          ...addresses,
        },
        answer: created,
      },
    },
  },
};
