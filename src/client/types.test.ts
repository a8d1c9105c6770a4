import { describe, expectTypeOf, it } from "vitest";
import type { Static } from "typebox";
import type { KnownDeclineCode, ServiceErrorCode } from "../../clients/typescript/interface.d.ts";
import type { DeclineReason } from "../domain/payment/decline.ts";
import type { PaymentStatus as ServedStatus } from "../domain/payment/states.ts";
import type { RefundStatus as ServedRefundStatus } from "../domain/refund/refund.ts";
import type { ProblemCode } from "../http/problem/problem-codes.ts";
import type { PayCodesSchema } from "../http/schema/pay-answer.ts";
import type { PayBody } from "../http/schema/pay.ts";
import {
  createVezne,
  type CodesPayAnswer,
  type DeclineCode,
  type FlagsPayAnswer,
  type PayRequest,
  type RefundAnswer,
  type Vezne,
  type WebhookEvent,
} from "./vezne.ts";

const baseUrl = "https://pay.example";
const apiKey = "vz_test_1";
const urls = { success_url: "https://a.example", fail_url: "https://a.example" };
const session_id = "ses_1";
const card = {
  session_id,
  payment_type: "creditcard",
  card_holder_name: "Ada Şahin",
  card_number: "5528790000000008",
  expire_month: "12",
  expire_year: "2030",
  cvc: "123",
} as const;

/** Its argument is compiled and never run, so no request is sent. */
function compiled(_check: (vezne: Vezne) => unknown): void {}

describe("the compiler refuses", () => {
  it("a session with missing or forbidden fields", () => {
    compiled((vezne) => vezne.sessions.create({ amount: 1, ...urls }));
    // @ts-expect-error an amount is a number of minor units
    compiled((vezne) => vezne.sessions.create({ amount: "1", ...urls }));
    // @ts-expect-error both return URLs are required
    compiled((vezne) => vezne.sessions.create({ amount: 1, success_url: "" }));
    // @ts-expect-error there is no such currency
    compiled((vezne) => vezne.sessions.create({ amount: 1, ...urls, currency: "JPY" }));
    const customer = { name: "Ada", surname: "Şahin", email: "ada@example.com" };
    const embedded = { amount: 1, ...urls, customer };
    compiled((vezne) => vezne.sessions.createEmbedded({ ...embedded, currency: "EUR" }));
    // @ts-expect-error embedded sessions refuse pounds
    compiled((vezne) => vezne.sessions.createEmbedded({ ...embedded, currency: "GBP" }));
    // @ts-expect-error an embedded session needs its customer
    compiled((vezne) => vezne.sessions.createEmbedded({ amount: 1, ...urls, currency: "TRY" }));
    // @ts-expect-error the client adds the key itself
    compiled((vezne) => vezne.sessions.create({ amount: 1, ...urls, merchant_api_key: apiKey }));
  });

  it("a payment without the fields of its type, or with those of another type", () => {
    compiled((vezne) => vezne.payments.pay({ ...card, installment_count: "3", save_card: true }));
    // @ts-expect-error a typed card needs its CVC
    compiled((vezne) => vezne.payments.pay({ ...card, cvc: undefined }));
    // @ts-expect-error a stored card replaces a typed one
    compiled((vezne) => vezne.payments.pay({ ...card, card_token: "tok_1" }));
    compiled((vezne) => vezne.payments.pay({ session_id, payment_type: "papel" }));
    // @ts-expect-error this type exists in reports only
    compiled((vezne) => vezne.payments.pay({ session_id, payment_type: "debitcard" }));
    // @ts-expect-error a wallet payment needs a wallet_id
    compiled((vezne) => vezne.payments.pay({ session_id, payment_type: "wallet" }));
    // @ts-expect-error a credit payment needs a bank_code
    compiled((vezne) => vezne.payments.pay({ session_id, payment_type: "shopping_credit" }));
  });

  it("a field of an answer before its status is checked", () => {
    compiled(async (vezne) => {
      const answer = await vezne.payments.pay(card);
      // @ts-expect-error only a declined payment has a code
      const { code } = answer;
      if (answer.status === "failed") expectTypeOf(answer.code).toEqualTypeOf<DeclineCode>();
      if (answer.status === "pending") expectTypeOf(answer.bank_account.iban).toBeString();
      // @ts-expect-error an answer without the bank's outcome has no redirect URL
      if (answer.status === "processing") answer.redirect_url.startsWith("https:");
      return code;
    });
  });

  it("a field of the other response style", () => {
    const codes = (): Vezne<"codes"> =>
      createVezne({ baseUrl, apiKey, responseStyle: "codes" as const });
    compiled(async () => {
      const answer = await codes().payments.pay(card);
      expectTypeOf(answer).toEqualTypeOf<CodesPayAnswer>();
      if (answer.status === 1) expectTypeOf(answer.redirect_url).toBeString();
      // @ts-expect-error an expired session has no order
      if (answer.status === -4) return answer.order_id;
      // @ts-expect-error the status is a number
      return answer.status === "completed";
    });
    compiled(async () => {
      const summary = await codes().summary();
      // @ts-expect-error the short form has no breakdown
      return summary.breakdown_by_type;
    });
    expectTypeOf(createVezne({ baseUrl, apiKey })).toEqualTypeOf<Vezne>();
    // @ts-expect-error there are two styles
    expectTypeOf(createVezne({ baseUrl, apiKey, responseStyle: "words" })).toBeObject();
  });

  it("a field of another refund answer or event", () => {
    compiled(() => (answer: RefundAnswer) => {
      if (answer.status === "refund_failed") expectTypeOf(answer.success).toEqualTypeOf<false>();
      // @ts-expect-error a successful answer has no code
      return answer.success && answer.code === "card_blocked";
    });
    compiled(() => (event: WebhookEvent) => {
      if (event.type === "refund.succeeded") return event.data.payment.order_id;
      // @ts-expect-error only a refund event has a refund_id
      return event.type === "payment.completed" && event.data.refund_id === "";
    });
  });

  it("a list with wrong types of parameters", () => {
    compiled((vezne) => vezne.transactions.list({ per_page: 100, status: "refunded" }));
    // @ts-expect-error a page is a number
    compiled((vezne) => vezne.transactions.list({ page: "2" }));
    // @ts-expect-error there is no such status
    compiled((vezne) => vezne.transactions.list({ status: "paid" }));
    // @ts-expect-error an export needs a format
    compiled((vezne) => vezne.export({}));
  });
});

// A failure here means that the interface has changed and the table of variants has not.
describe("the client and the service", () => {
  it("have the same problem and decline codes", () => {
    expectTypeOf<ServiceErrorCode>().toEqualTypeOf<ProblemCode>();
    // The interface answers suspected fraud as an ordinary decline.
    expectTypeOf<KnownDeclineCode>().toEqualTypeOf<Exclude<DeclineReason, "suspected_fraud">>();
  });

  it("have the same statuses of answers and types of payments in their variants", () => {
    expectTypeOf<FlagsPayAnswer["status"]>().toEqualTypeOf<Exclude<ServedStatus, "refunded">>();
    expectTypeOf<CodesPayAnswer["status"]>().toEqualTypeOf<
      Static<typeof PayCodesSchema>["status"]
    >();
    expectTypeOf<RefundAnswer["status"]>().toEqualTypeOf<ServedRefundStatus>();
    expectTypeOf<PayRequest["payment_type"]>().toEqualTypeOf<PayBody["payment_type"]>();
  });
});
