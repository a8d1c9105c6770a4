import { Gauge, type Registry } from "@platformatic/prom-client";
import { SECOND } from "../kernel/clock.ts";
import { worstOfWorkers } from "./worst-of-workers.ts";

export type ReplicaFacts = {
  readonly state: "in_use" | "behind" | "down";
  readonly lagMs: number | undefined;
};

/** Gauges of the replica that reports read. */
export function gaugeReplica(registry: Registry, facts: () => ReplicaFacts): void {
  const inUse = new Gauge({
    name: "vezne_replica_in_use",
    help: "1 if reports read the replica, 0 if it is down or too far behind.",
    aggregator: "min",
    registers: [registry],
    collect() {
      inUse.set(facts().state === "in_use" ? 1 : 0);
    },
  });
  worstOfWorkers(registry)("vezne_replica_lag_seconds", {
    help: "The age of the newest data that the replica is known to have; NaN while it is down.",
    read() {
      const { lagMs } = facts();
      return lagMs === undefined ? Number.NaN : lagMs / SECOND;
    },
  });
}
