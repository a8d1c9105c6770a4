import { toIso, type Clock } from "../../kernel/clock.ts";
import { merchantOf, newEventId, type EndpointId } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Clocks } from "../merchant/clocks.ts";
import type { Mode } from "../merchant/merchant.ts";
import { merchantSecrets } from "../merchant/merchant-secret.ts";
import type { MerchantStore } from "../merchant/ports.ts";
import type { DeliveryAnswer } from "./delivery.ts";
import { signingSecrets } from "./endpoint.ts";
import { eventBody, type EventType } from "./event.ts";
import type { EndpointStore, WebhookSender } from "./ports.ts";
import { signatureHeaders, type Signer } from "./signature.ts";

export type SendTestDeps = {
  /** The real time: receivers compare the signature's time with their own clock. */
  readonly clock: Clock;
  readonly clocks: Clocks;
  readonly random: Random;
  readonly signer: Signer;
  readonly sender: WebhookSender;
  readonly merchants: Pick<MerchantStore, "find">;
  readonly endpoints: Pick<EndpointStore, "find">;
};

export type TestEvent = { readonly endpointId: EndpointId; readonly type: EventType };

/** The request that was sent and the receiver's answer. */
export type TestDelivery = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly answer: DeliveryAnswer;
};

/**
 * Sends an example event to an endpoint, signed as every event is, and waits for the answer. The
 * example belongs to no payment, is not in the feed or the log, and is not repeated.
 */
export async function sendTestEvent(
  deps: SendTestDeps,
  { endpointId, type }: TestEvent,
): Promise<Result<TestDelivery, "endpoint_not_found">> {
  const endpoint = await deps.endpoints.find(endpointId);
  const merchant = await deps.merchants.find(merchantOf(endpointId));
  if (endpoint === undefined || merchant === undefined) return refused("endpoint_not_found");
  const { merchantId, mode, url } = endpoint;
  const now = deps.clocks.now(endpoint);
  const signedAt = deps.clock.now();
  const eventId = newEventId(merchantId, { now, random: deps.random });
  const data = exampleOf(type, toIso(now), mode);
  const sequence = 1;
  const body = eventBody({ eventId, merchantId, mode, type, createdAt: now, sequence, data });
  const headers = signatureHeaders(deps.signer, {
    eventId,
    body,
    secrets: signingSecrets(endpoint, merchantSecrets(merchant, signedAt), signedAt),
    at: signedAt,
  });
  return ok({ headers, body, answer: await deps.sender.send({ url, mode, headers, body }) });
}

const SUM = { amount: 12_500, currency: "TRY" };
/** Marks the event as an example, for a receiver that would look up its order. */
const METADATA = { vezne_example: "true" };

function exampleOf(type: EventType, at: string, mode: Mode): Readonly<Record<string, unknown>> {
  const [kind, status = ""] = type.split(".");
  const session = { session_id: "ses_example", mode, metadata: METADATA };
  if (kind === "session") return { ...session, ...SUM, expires_at: at };
  const payment = {
    order_id: "ORD-EXAMPLE",
    ...SUM,
    status: isRefundType(type) ? "completed" : status,
    payment_type: "creditcard",
    card_last_four: "0008",
    created_at: at,
    installment_count: 1,
    charged_amount: SUM.amount,
    financing_amount: 0,
    refunded_amount: 0,
    customer_id: null,
    acquirer: "example",
    mode,
  };
  if (!isRefundType(type)) return { ...payment, ...session };
  const refund = { refund_id: "REF-EXAMPLE", order_id: payment.order_id, ...SUM, created_at: at };
  return { ...refund, status: REFUND_STATUS[type], payment, ...session };
}

type RefundEventType = Extract<EventType, `refund.${string}`>;

const REFUND_STATUS: Readonly<Record<RefundEventType, string>> = {
  "refund.pending": "refund_pending",
  "refund.succeeded": "refunded",
  "refund.failed": "refund_failed",
};

function isRefundType(type: EventType): type is RefundEventType {
  return Object.hasOwn(REFUND_STATUS, type);
}
