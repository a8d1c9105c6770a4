import { RecentMap } from "../../kernel/recent-map.ts";
import type { TraceContextStore, TraceSubject } from "../../store/trace/trace-context-store.ts";
import type { TraceContext } from "./tracer.ts";

/** At least this many contexts stay in memory, the newest ones. */
const REMEMBERED = 2_500;
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
  const remembered = new RecentMap<string, TraceContext>(REMEMBERED);
  return {
    keep(subject, context) {
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
