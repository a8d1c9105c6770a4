import { isTaken, type DeliveryAnswer } from "../../domain/event/delivery.ts";
import { merchantOf } from "../../kernel/ids.ts";
import type { WebhookRequest } from "../../domain/event/ports.ts";
import type { TraceDelivery } from "../../jobs/delivery-job.ts";
import type { ClosableSender } from "../../outbound/webhook/sender.ts";
import type { KeptContexts } from "./kept-contexts.ts";
import { addressAttributes } from "./traced-acquirers.ts";
import { traced, type Span, type Tracer } from "./tracer.ts";

type DeliveryParts = { readonly tracer: Tracer; readonly contexts: KeptContexts };

/** Records each attempt at a delivery below its event, in whatever process it was committed. */
export function tracedDeliveries({ tracer, contexts }: DeliveryParts): TraceDelivery {
  return async (delivery, attempt) => {
    const { eventId, endpointId } = delivery;
    const merchantId = merchantOf(eventId);
    const parent = await contexts.find({ merchantId, subjectId: eventId });
    if (parent === undefined) return attempt();
    const attributes = {
      "vezne.merchant.id": merchantId,
      "vezne.event.id": eventId,
      "vezne.endpoint.id": endpointId,
    };
    return traced(tracer, { name: "deliver webhook", attributes, parent }, attempt);
  };
}

/** Records the requests of traced deliveries, and sends their place in the trace along. */
export function tracedSender(tracer: Tracer, sender: ClosableSender): ClosableSender {
  const post = <Answer extends DeliveryAnswer | "not_sent">(
    request: WebhookRequest,
    send: (request: WebhookRequest) => Promise<Answer>,
  ): Promise<Answer> =>
    traced(
      tracer,
      { name: "POST", kind: "client", attributes: addressAttributes(request.url) },
      async (span) => {
        const answer = await send(withPlace(tracer, span, request));
        if (span !== undefined) noteAnswer(span, answer);
        return answer;
      },
    );
  return {
    send: (request) => post(request, (placed) => sender.send(placed)),
    sendWhile: (may, request) => post(request, (placed) => sender.sendWhile(may, placed)),
    close: () => sender.close(),
  };
}

function withPlace(
  { propagates }: Tracer,
  span: Span | undefined,
  request: WebhookRequest,
): WebhookRequest {
  if (span === undefined || !propagates) return request;
  const { traceparent, tracestate } = span.context;
  const state = tracestate === undefined ? {} : { tracestate };
  return { ...request, headers: { ...request.headers, traceparent, ...state } };
}

function noteAnswer(span: Span, answer: DeliveryAnswer | "not_sent"): void {
  if (answer === "not_sent") span.fail("not_sent");
  else if (answer.kind === "unanswered") span.fail(answer.error);
  else {
    span.set({ "http.response.status_code": answer.status });
    if (!isTaken(answer)) span.fail(String(answer.status));
  }
}
