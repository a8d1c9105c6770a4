import { Histogram, type Registry } from "@platformatic/prom-client";

export type BatchMetrics = {
  /** Observes a batch of writes that the database has committed. */
  observeBatch(items: number, seconds: number): void;
};

export function batchMetrics(registry: Registry): BatchMetrics {
  const size = new Histogram({
    name: "vezne_write_batch_items",
    help: "Payments, outcomes and refunds in a committed batch of writes.",
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
    registers: [registry],
  });
  const duration = new Histogram({
    name: "vezne_write_batch_seconds",
    help: "Time from sending a batch of writes to the database's answer to its commit.",
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    observeBatch(items, seconds) {
      size.observe(items);
      duration.observe(seconds);
    },
  };
}
