import type { TraceContextStore, TraceSubject } from "../store/trace/trace-context-store.ts";
import type { TraceContext } from "./tracer.ts";

/** The most contexts in memory; the newest are kept. */
const REMEMBERED = 5_000;
/** While more contexts wait for a slow database, new ones are not stored. */
const WAITING_MAX = 2_000;

/**
 * The places in traces at which later work goes on. Nothing waits for their storing, and where a
 * context is missing the later work is not traced.
 */
export type KeptContexts = {
  keep(subject: TraceSubject, context: TraceContext): void;
  find(subject: TraceSubject): Promise<TraceContext | undefined>;
};

/** A context that can't be stored or read counts as missing. */
const isMissing = (): undefined => undefined;

export function createKeptContexts(store: TraceContextStore): KeptContexts {
  const remembered = new Map<string, TraceContext>();
  return {
    keep(subject, context) {
      const [oldest] = remembered.keys();
      if (oldest !== undefined && remembered.size >= REMEMBERED) remembered.delete(oldest);
      remembered.set(subject.subjectId, context);
      if (store.waiting < WAITING_MAX) store.keep(subject, context).catch(isMissing);
    },
    find(subject) {
      const context = remembered.get(subject.subjectId);
      return context === undefined
        ? store.find(subject).catch(isMissing)
        : Promise.resolve(context);
    },
  };
}
