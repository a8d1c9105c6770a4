import type { AttemptId, MerchantId, OrderId } from "../../kernel/ids.ts";
import type { Change, ChangeResult, Intent, PaymentEventData } from "../../domain/payment/ports.ts";
import type { Session } from "../../domain/session/session.ts";
import type { PaymentWriter } from "../../store/payment/payment-writer.ts";
import type { RefundWriter } from "../../store/refund/refund-writer.ts";
import type { BatchedSessions } from "../../store/session/session-store.ts";
import type { TraceSubject } from "../../store/trace/trace-context-store.ts";
import type { KeptContexts } from "./kept-contexts.ts";
import { traced, type Attributes, type Span, type TraceContext, type Tracer } from "./tracer.ts";

/** The parts that the wrappers of a process share. */
export type Tracing = {
  readonly tracer: Tracer;
  readonly contexts: KeptContexts;
  /** The text under which a session's context is kept; the id is a secret of its customer. */
  readonly sessionSubject: (sessionId: string) => string;
};

type Order = { readonly merchantId: MerchantId; readonly orderId: OrderId };

/** Records the commits of payments, captures and voids as spans. */
export function tracedPayments(tracing: Tracing, writer: PaymentWriter): PaymentWriter {
  const outcome = (change: Change, write: () => Promise<ChangeResult>): Promise<ChangeResult> =>
    commit(tracing, { name: "commit outcome", order: change }, async (span) => {
      const { event, to } = change;
      span?.set({ "vezne.payment.event": event, "vezne.payment.state": to });
      const result = await write();
      span?.set({ "vezne.commit.result": result.kind });
      if (result.kind === "applied") noteEvent(tracing, change, change.eventData);
      return result;
    });
  return {
    recordIntent(intent) {
      noteIntent(tracing, intent);
      return commit(tracing, { name: "commit intent", order: intent.payment }, async (span) => {
        const result = await writer.recordIntent(intent);
        span?.set({ "vezne.commit.result": result.kind });
        return result;
      });
    },
    applyChange: (change) => outcome(change, () => writer.applyChange(change)),
    beginModification(change, begun) {
      const { attemptId, kind } = begun.attempt;
      noteBeginning(tracing, change, attemptId);
      return commit(tracing, { name: `commit ${kind} intent`, order: change }, () =>
        writer.beginModification(change, begun),
      );
    },
    applyModification: (change) => outcome(change, () => writer.applyModification(change)),
    isBusy: () => writer.isBusy(),
    depths: () => writer.depths(),
    close: () => writer.close(),
  };
}

/** Records the commits of refunds as spans. */
export function tracedRefunds(tracing: Tracing, writer: RefundWriter): RefundWriter {
  return {
    findPayment: (key) => writer.findPayment(key),
    findWithPayment: (refundId) => writer.findWithPayment(refundId),
    find: (refundId) => writer.find(refundId),
    begin(intent) {
      const { refund, attempt, event } = intent.write;
      noteBeginning(tracing, refund, attempt.attemptId);
      return commit(tracing, { name: "commit refund intent", order: refund }, async (span) => {
        span?.set({ "vezne.refund.id": refund.refundId });
        const version = await writer.begin(intent);
        if (version !== undefined) noteEvent(tracing, refund, event);
        return version;
      });
    },
    move(change) {
      const { refund, event } = change.write;
      return commit(tracing, { name: "commit outcome", order: refund }, async (span) => {
        span?.set({ "vezne.refund.id": refund.refundId, "vezne.refund.state": refund.state });
        const isWritten = await writer.move(change);
        if (isWritten) noteEvent(tracing, refund, event);
        return isWritten;
      });
    },
    get depth() {
      return writer.depth;
    },
    close: () => writer.close(),
  };
}

/** Keeps the places at which new sessions are created, for the payments that follow. */
export function tracedSessions(tracing: Tracing, sessions: BatchedSessions): BatchedSessions {
  return {
    create(session, answer) {
      const active = tracing.tracer.active();
      active?.set({ "vezne.merchant.id": session.merchantId });
      if (active !== undefined) tracing.contexts.keep(ofSession(tracing, session), active.context);
      return sessions.create(session, answer);
    },
    find: (sessionId) => sessions.find(sessionId),
    forget: (merchantId) => sessions.forget(merchantId),
    close: () => sessions.close(),
  };
}

type Commit = { readonly name: string; readonly order: Order };

/** Runs a commit as a span below the active one; without an active span it runs alone. */
function commit<Result>(
  { tracer }: Tracing,
  { name, order }: Commit,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const active = tracer.active();
  if (active === undefined) return work(undefined);
  const attributes = orderAttributes(order);
  active.set(attributes);
  return traced(tracer, { name, attributes }, work);
}

/** Keeps the place at which a payment begins, and links it to that of its session. */
function noteIntent(tracing: Tracing, { payment, attempt }: Intent): void {
  const active = tracing.tracer.active();
  if (active === undefined) return;
  const { merchantId, orderId } = payment;
  for (const subjectId of [orderId, attempt.attemptId]) {
    tracing.contexts.keep({ merchantId, subjectId }, active.context);
  }
  link(tracing, active, ofSession(tracing, payment));
}

/** Keeps the place at which a capture, void or refund begins, and links it to its payment's. */
function noteBeginning(tracing: Tracing, order: Order, attemptId: AttemptId): void {
  const active = tracing.tracer.active();
  if (active === undefined) return;
  const { merchantId, orderId } = order;
  tracing.contexts.keep({ merchantId, subjectId: attemptId }, active.context);
  link(tracing, active, { merchantId, subjectId: orderId });
}

/** Links a span to the place that is kept for a subject, unless both are in one trace. */
function link({ contexts }: Tracing, span: Span, subject: TraceSubject): void {
  const linkTo = (context: TraceContext | undefined): void => {
    if (context?.traceparent.includes(span.traceId) === false) span.link(context);
  };
  contexts.find(subject).then(linkTo, () => undefined);
}

/** Records an event that was committed, and keeps its place for the deliveries. */
function noteEvent(
  { tracer, contexts }: Tracing,
  order: Order,
  event: PaymentEventData | undefined,
): void {
  if (event === undefined) return;
  const { eventId, type } = event;
  const span = tracer.start({
    name: `event ${type}`,
    kind: "producer",
    attributes: { ...orderAttributes(order), "vezne.event.id": eventId, "vezne.event.type": type },
  });
  if (span === undefined) return;
  contexts.keep({ merchantId: order.merchantId, subjectId: eventId }, span.context);
  span.end();
}

function ofSession(
  { sessionSubject }: Tracing,
  { merchantId, sessionId }: Pick<Session, "merchantId" | "sessionId">,
): TraceSubject {
  return { merchantId, subjectId: sessionSubject(sessionId) };
}

function orderAttributes({ merchantId, orderId }: Order): Attributes {
  return { "vezne.merchant.id": merchantId, "vezne.order.id": orderId };
}
