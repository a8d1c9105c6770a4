import { isSetAside } from "../job/failed-item.ts";
import { tryItem, type TryDeps } from "../job/try-item.ts";
import { assert } from "../../kernel/assert.ts";
import type { Random } from "../../kernel/random.ts";
import type { Clocks } from "../merchant/clocks.ts";
import { merchantSecrets } from "../merchant/merchant-secret.ts";
import type { MerchantStore } from "../merchant/ports.ts";
import { verdictOn, type Delivery, type DeliveryAnswer, type Verdict } from "./delivery.ts";
import { signingSecrets } from "./endpoint.ts";
import { eventBody, placedData, sequenceHeader } from "./event.ts";
import type { ClaimedDelivery, DeliveryStore, WebhookSender } from "./ports.ts";
import { signatureHeaders, type Signer } from "./signature.ts";

export type DeliverDeps = TryDeps & {
  readonly clocks: Clocks;
  readonly random: Random;
  readonly signer: Signer;
  readonly sender: WebhookSender;
  readonly merchants: Pick<MerchantStore, "find">;
  readonly deliveries: DeliveryStore;
};

/**
 * Makes one attempt at a claimed delivery; returns the receiver's answer. Nothing is sent or
 * written once `mayBegin` returns false, because the lease might end during the attempt and another
 * process might take the delivery over. If the service itself fails at several attempts, the
 * delivery is given up, so that later events of its order are not held up.
 */
export async function deliverClaimed(
  deps: DeliverDeps,
  claimed: ClaimedDelivery,
  mayBegin: () => boolean,
): Promise<DeliveryAnswer | undefined> {
  let answer: DeliveryAnswer | undefined;
  await tryItem(deps, {
    ...claimed,
    work: async () => {
      answer = await deliver(deps, claimed.read(), mayBegin);
    },
    putOff: (item, now) =>
      deps.deliveries.hinder(claimed, {
        now: deps.clocks.now(claimed.place),
        nextDueAt: now,
        until: isSetAside(item) ? "given_up" : item.dueAt,
      }),
  });
  return answer;
}

async function deliver(
  deps: DeliverDeps,
  delivery: Delivery,
  mayBegin: () => boolean,
): Promise<DeliveryAnswer | undefined> {
  const { event, endpoint } = delivery;
  const merchant = await deps.merchants.find(event.merchantId);
  assert(merchant !== undefined, "an event's merchant exists");
  const startedAt = deps.clocks.now(event);
  // A receiver compares the signature's time with its own clock, which shows the real time.
  const signedAt = deps.clock.now();
  const body = eventBody(event);
  const headers = {
    ...signatureHeaders(deps.signer, {
      eventId: event.eventId,
      body,
      secrets: signingSecrets(endpoint, merchantSecrets(merchant, signedAt), signedAt),
      at: signedAt,
    }),
    ...sequenceHeader(placedData(event)),
  };
  const request = { url: endpoint.url, mode: event.mode, headers, body };
  const answer = await deps.sender.sendWhile(mayBegin, request);
  if (answer === "not_sent") {
    deps.report("webhook not sent: the lease of its delivery had ended", {
      event_id: event.eventId,
    });
    return undefined;
  }
  const now = deps.clocks.now(event);
  const realNow = deps.clock.now();
  const verdict = verdictOn(delivery, answer, { now, realNow, random: deps.random });
  const attempt = { startedAt, requestHeaders: headers, answer };
  await deps.deliveries.recordOutcome(delivery, { attempt, verdict, now, nextDueAt: realNow });
  logVerdict(deps, delivery, verdict);
  return answer;
}

function logVerdict(deps: DeliverDeps, { event, endpoint }: Delivery, verdict: Verdict): void {
  const facts = { merchant_id: event.merchantId, endpoint_id: endpoint.endpointId };
  if (verdict.kind === "gone") {
    deps.report("webhook endpoint disabled: it answered 410", facts);
  } else if (verdict.kind === "given_up") {
    deps.report("webhook given up after its last attempt", { ...facts, event_id: event.eventId });
    if (verdict.disables === undefined) return;
    deps.report("webhook endpoint disabled: nothing was delivered for days", facts);
  }
}
