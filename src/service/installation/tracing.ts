import type pg from "pg";
import type { PaymentWriter } from "../../store/payment/payment-writer.ts";
import type { RefundWriter } from "../../store/refund/refund-writer.ts";
import type { BatchedSessions } from "../../store/session/session-store.ts";
import { createTraceContextStore } from "../../store/trace/trace-context-store.ts";
import { systemDigest } from "../../system/digest.ts";
import { createKeptContexts } from "../tracing/kept-contexts.ts";
import {
  tracedPayments,
  tracedRefunds,
  tracedSessions,
  type Tracing,
} from "../tracing/traced-writers.ts";
import type { Tracer } from "../tracing/tracer.ts";
import type { Clock } from "../../kernel/clock.ts";

/** Opens the parts that the wrappers of an installation share. */
export function openTracing(
  tracer: Tracer,
  { jobPool, clock }: { readonly jobPool: pg.Pool; readonly clock: Clock },
): Tracing {
  return {
    tracer,
    contexts: createKeptContexts(createTraceContextStore(jobPool, clock)),
    sessionSubject: (sessionId) => systemDigest.sha256(sessionId),
  };
}

type Stores = {
  readonly writer: PaymentWriter;
  readonly refundWriter: RefundWriter;
  readonly sessions: BatchedSessions;
};

/** Returns the stores, with their commits recorded if there are traces. */
export function tracedStores<Given extends Stores>(
  tracing: Tracing | undefined,
  stores: Given,
): Given {
  if (tracing === undefined) return stores;
  return {
    ...stores,
    writer: tracedPayments(tracing, stores.writer),
    refundWriter: tracedRefunds(tracing, stores.refundWriter),
    sessions: tracedSessions(tracing, stores.sessions),
  };
}
