import { Counter, type Registry } from "@platformatic/prom-client";

export type SpanFigures = {
  readonly exported: number;
  readonly overflowed: number;
  readonly refused: number;
};

/** Counters of the spans that this process has recorded. */
export function countSpans(registry: Registry, figures: () => SpanFigures): void {
  const exported = new Counter({
    name: "vezne_spans_exported_total",
    help: "Spans that the collector has taken.",
    registers: [registry],
    collect() {
      exported.reset();
      exported.inc(figures().exported);
    },
  });
  const dropped = new Counter({
    name: "vezne_spans_dropped_total",
    help: "Spans that are lost: the queue was full, or the collector did not take them.",
    labelNames: ["reason"],
    registers: [registry],
    collect() {
      const { overflowed, refused } = figures();
      dropped.reset();
      dropped.inc({ reason: "queue_full" }, overflowed);
      dropped.inc({ reason: "not_exported" }, refused);
    },
  });
}
