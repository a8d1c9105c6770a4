import { describe, expectTypeOf, it } from "vitest";
import type { ProblemCode } from "../http/problem/problem-codes.ts";
import type { Static, TSchema } from "typebox";
import type { InstallmentsFoundSchema, BinFoundSchema } from "../http/schema/card.ts";
import type * as moneyBack from "../http/schema/modification-answer.ts";
import type * as eventData from "../http/schema/event-data.ts";
import type * as payAnswer from "../http/schema/pay-answer.ts";
import type { PayBody } from "../http/schema/pay.ts";
import type * as report from "../http/schema/report-answer.ts";
import type { StoredCardListSchema, StoredCardSchema } from "../http/schema/stored-card-answer.ts";
import type { ExportQuery, ListQuery } from "../http/schema/report.ts";
import type { CheckoutSessionBody, EmbeddedSessionBody } from "../http/schema/session.ts";
import type { Language as ServedLanguage } from "../kernel/language.ts";
import type { EventType } from "../domain/event/event.ts";
import type { Currency as ServedCurrency } from "../kernel/currency.ts";
import type { Mode as ServedMode } from "../domain/merchant/merchant.ts";
import type { DeclineReason } from "../domain/payment/decline.ts";
import type { PaymentType as ServedType } from "../domain/payment/payment.ts";
import type { PaymentRecord } from "../domain/payment/record.ts";
import type { PaymentStatus as ServedStatus } from "../domain/payment/states.ts";
import type { RefundStatus as ServedRefundStatus } from "../domain/refund/refund.ts";
import type { StoredCard, StoredCardPage } from "./cards.ts";
import type { Vezne } from "./connect.ts";
import type { ServiceErrorCode } from "./error-codes.ts";
import type { BinAnswer, InstallmentsAnswer } from "./look-ups.ts";
import type {
  BankAccount,
  CodesPayAnswer,
  DeclineCode,
  FlagsPayAnswer,
  KnownDeclineCode,
  PaymentStatus,
  PaymentType,
} from "./pay-answer.ts";
import type { PayRequest } from "./pay-request.ts";
import type {
  CaptureAnswer,
  RefundAnswer,
  RefundLookup,
  RefundStatus,
  StatusAnswer,
  VoidAnswer,
} from "./payments.ts";
import type { Mode, Summary, Transaction, TransactionPage, TransactionQuery } from "./reports.ts";
import type {
  CheckoutSessionRequest,
  Currency,
  EmbeddedSessionRequest,
  Language,
} from "./sessions.ts";
import type { PaymentNotice, RefundNotice, SessionNotice, WebhookEvent } from "./webhook-event.ts";
import { createVezne } from "./vezne.ts";

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

/** The fields of every member of a union. */
type FieldsOf<Shape> = Shape extends unknown ? keyof Shape : never;
type Served<Schema extends TSchema> = keyof Static<Schema>;

// A failure here means that the interface has changed and the client has not.
describe("the client and the service", () => {
  it("have the same problem and decline codes", () => {
    expectTypeOf<Exclude<ProblemCode, ServiceErrorCode>>().toBeNever();
    // The interface answers suspected fraud as an ordinary decline.
    expectTypeOf<KnownDeclineCode>().toEqualTypeOf<Exclude<DeclineReason, "suspected_fraud">>();
  });

  it("know the same statuses, types, currencies and modes", () => {
    expectTypeOf<PaymentStatus>().toEqualTypeOf<ServedStatus>();
    expectTypeOf<FlagsPayAnswer["status"]>().toEqualTypeOf<Exclude<ServedStatus, "refunded">>();
    expectTypeOf<PaymentType>().toEqualTypeOf<ServedType>();
    expectTypeOf<RefundStatus>().toEqualTypeOf<ServedRefundStatus>();
    expectTypeOf<Currency>().toEqualTypeOf<ServedCurrency>();
    expectTypeOf<Language>().toEqualTypeOf<ServedLanguage>();
    expectTypeOf<Mode>().toEqualTypeOf<ServedMode>();
    expectTypeOf<WebhookEvent["type"]>().toEqualTypeOf<EventType>();
  });

  it("know the same records", () => {
    expectTypeOf<keyof Transaction>().toEqualTypeOf<keyof PaymentRecord>();
  });

  it("have the same fields of answers", () => {
    type Pay = typeof payAnswer;
    expectTypeOf<FieldsOf<FlagsPayAnswer>>().toEqualTypeOf<Served<Pay["PayFlagsSchema"]>>();
    expectTypeOf<FieldsOf<CodesPayAnswer>>().toEqualTypeOf<Served<Pay["PayCodesSchema"]>>();
    expectTypeOf<CodesPayAnswer["status"]>().toEqualTypeOf<
      Static<Pay["PayCodesSchema"]>["status"]
    >();
    expectTypeOf<keyof BankAccount>().toEqualTypeOf<Served<Pay["BankAccountSchema"]>>();
    expectTypeOf<keyof StatusAnswer>().toEqualTypeOf<Served<Pay["PaymentStatusSchema"]>>();
    type Back = typeof moneyBack;
    expectTypeOf<FieldsOf<RefundAnswer>>().toEqualTypeOf<Served<Back["RefundAnswerSchema"]>>();
    expectTypeOf<FieldsOf<RefundLookup>>().toEqualTypeOf<Served<Back["RefundFoundSchema"]>>();
    expectTypeOf<FieldsOf<VoidAnswer>>().toEqualTypeOf<Served<Back["VoidAnswerSchema"]>>();
    expectTypeOf<FieldsOf<CaptureAnswer>>().toEqualTypeOf<Served<Back["CaptureAnswerSchema"]>>();
    type Report = typeof report;
    expectTypeOf<keyof TransactionPage>().toEqualTypeOf<Served<Report["TransactionListSchema"]>>();
    expectTypeOf<keyof Summary>().toEqualTypeOf<Served<Report["SummarySchema"]>>();
    expectTypeOf<keyof Summary<"codes">>().toEqualTypeOf<Served<Report["ShortSummarySchema"]>>();
    expectTypeOf<keyof BinAnswer>().toEqualTypeOf<Served<typeof BinFoundSchema>>();
    expectTypeOf<keyof InstallmentsAnswer>().toEqualTypeOf<
      Served<typeof InstallmentsFoundSchema>
    >();
    expectTypeOf<keyof StoredCardPage>().toEqualTypeOf<Served<typeof StoredCardListSchema>>();
    expectTypeOf<keyof StoredCard>().toEqualTypeOf<Served<typeof StoredCardSchema>>();
  });

  it("have the same fields of webhooks", () => {
    type EventData = typeof eventData;
    expectTypeOf<keyof PaymentNotice>().toEqualTypeOf<Served<EventData["PaymentNoticeSchema"]>>();
    expectTypeOf<keyof RefundNotice>().toEqualTypeOf<Served<EventData["RefundNoticeSchema"]>>();
    expectTypeOf<keyof SessionNotice>().toEqualTypeOf<Served<EventData["SessionNoticeSchema"]>>();
  });

  it("have the same fields of requests", () => {
    type Key = "merchant_api_key";
    expectTypeOf<keyof CheckoutSessionRequest>().toEqualTypeOf<
      Exclude<keyof CheckoutSessionBody, Key>
    >();
    expectTypeOf<keyof EmbeddedSessionRequest>().toEqualTypeOf<
      Exclude<keyof EmbeddedSessionBody, Key>
    >();
    expectTypeOf<FieldsOf<PayRequest>>().toEqualTypeOf<keyof PayBody>();
    expectTypeOf<PayRequest["payment_type"]>().toEqualTypeOf<PayBody["payment_type"]>();
    expectTypeOf<EmbeddedSessionRequest["currency"]>().toEqualTypeOf<
      EmbeddedSessionBody["currency"]
    >();
    expectTypeOf<keyof TransactionQuery>().toEqualTypeOf<keyof ListQuery>();
    expectTypeOf<NonNullable<TransactionQuery["payment_type"]>>().toEqualTypeOf<
      NonNullable<ListQuery["payment_type"]>
    >();
    expectTypeOf<NonNullable<TransactionQuery["status"]>>().toEqualTypeOf<
      NonNullable<ExportQuery["status"]>
    >();
  });
});
