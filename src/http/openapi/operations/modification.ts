import {
  CaptureAnswerSchema,
  RefundAnswerSchema,
  RefundFoundSchema,
  VoidAnswerSchema,
} from "../../schema/modification-answer.ts";
import { MISSING_KEY_ANYWHERE } from "../../caller/merchant-auth.ts";
import { EXAMPLE } from "../example-values.ts";
import type { Operation } from "../operation.ts";
import { ofField } from "../problem-examples.ts";

const order = { order_id: EXAMPLE.order, session_id: EXAMPLE.session };
const answered = { success: true, order_id: EXAMPLE.order };
const refund = { ...answered, refund_id: EXAMPLE.refund };
const REACHES = " It reaches the customer in 1 to 10 business days.";

const shared = { tag: "Refunds, captures and voids", access: "merchant key anywhere" } as const;
const keys = ["missing_api_key", "invalid_api_key"] as const;
const problemExamples = {
  validation_failed: ofField("order_id", "is required"),
  missing_api_key: MISSING_KEY_ANYWHERE,
};

const REFUND: Operation = {
  ...shared,
  id: "refundPayment",
  summary: "Refund a payment in full or in part",
  description:
    "Without `amount`, refunds all that is left. Partial refunds may be repeated; together they never " +
    "exceed the charged amount, under any number of simultaneous calls. A refund that failed at the bank " +
    "frees its amount again. `refund_pending` means that the bank has not decided, or that a bank " +
    "transfer waits to be sent back by hand.",
  answers: { "application/json": [RefundAnswerSchema] },
  examples: {
    full: {
      summary: "All that is left",
      body: order,
      answer: {
        ...refund,
        status: "refunded",
        amount: EXAMPLE.amount,
        currency: "TRY",
        refundable_amount: 0,
        message: `The payment was refunded in full.${REACHES}`,
      },
    },
    partial: {
      summary: "A part",
      body: { ...order, amount: 25_000 },
      answer: {
        ...refund,
        status: "partially_refunded",
        amount: 25_000,
        currency: "TRY",
        refundable_amount: EXAMPLE.amount - 25_000,
        message: `The amount was refunded.${REACHES}`,
      },
    },
  },
  problems: [
    "validation_failed",
    ...keys,
    "order_not_found",
    "not_refundable",
    "refund_exceeds_amount",
    "refund_needs_approval",
  ],
  problemExamples,
};

const VOID: Operation = {
  ...shared,
  id: "voidPayment",
  summary: "Void a held payment",
  description:
    "Cancels a payment that is authorized and not yet captured; its amount is released at once and no " +
    "commission is taken. If the bank refuses, or has not answered yet, `success` is false, the " +
    "payment stays `authorized` and `code` gives the reason.",
  answers: { "application/json": [VoidAnswerSchema] },
  examples: {
    held: {
      summary: "A held payment",
      body: order,
      answer: {
        ...answered,
        status: "cancelled",
        message: "The payment was cancelled and the hold on the card released.",
      },
    },
  },
  problems: ["validation_failed", ...keys, "order_not_found", "not_voidable"],
  problemExamples,
};

const CAPTURE: Operation = {
  ...shared,
  id: "capturePayment",
  summary: "Capture a held payment",
  description:
    "Takes a payment of a session with `capture_method` `manual`: all of it, or the lower `amount`, " +
    "which releases the rest.",
  answers: { "application/json": [CaptureAnswerSchema] },
  examples: {
    full: {
      summary: "All that is held",
      body: order,
      answer: {
        amount: EXAMPLE.amount,
        captured_amount: EXAMPLE.amount,
        currency: "TRY",
        ...answered,
        status: "completed",
        message: "The payment is completed.",
      },
    },
  },
  problems: [
    "validation_failed",
    ...keys,
    "order_not_found",
    "not_capturable",
    "capture_exceeds_amount",
  ],
  problemExamples,
};

const LOOK_UP: Operation = {
  ...shared,
  access: "merchant key",
  id: "getRefund",
  summary: "Look up a refund",
  description: "The status of a refund; `success` says that the look-up worked.",
  answers: { "application/json": [RefundFoundSchema] },
  examples: {
    refunded: {
      summary: "A refund in full",
      query: { refund_id: EXAMPLE.refund },
      answer: {
        ...refund,
        status: "refunded",
        amount: EXAMPLE.amount,
        currency: "TRY",
        refundable_amount: 0,
        message: `The payment was refunded in full.${REACHES}`,
        created_at: EXAMPLE.createdAt,
        updated_at: EXAMPLE.createdAt,
      },
    },
  },
  problems: [...keys, "refund_not_found"],
};

/** Spec 4.8 and 4.9, and the extensions of contract C4. */
export const MONEY_BACK_OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST /api/v1/payment/refund": REFUND,
  "GET /api/v1/payment/refund/:refund_id": LOOK_UP,
  "POST /api/v1/payment/void": VOID,
  "POST /api/v1/payment/capture": CAPTURE,
};
