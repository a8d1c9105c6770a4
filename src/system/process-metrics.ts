import { Counter, Gauge, type Registry } from "@platformatic/prom-client";

/** The connections of one of the pools of this process. */
export type PoolFigures = {
  readonly pool: string;
  readonly open: number;
  readonly idle: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
};

export type ProcessFigures = {
  readonly version: string;
  readonly pools: () => readonly PoolFigures[];
};

export type ProcessMetrics = {
  /** Counts a refused call by the code of its problem. */
  countRefusal(code: string): void;
  /** Counts an attempt to deliver a webhook. */
  countDelivery(outcome: "delivered" | "refused" | "unanswered"): void;
  /** Counts a refused sign-in to the panel. */
  countSignInFailure(reason: string): void;
};

export function processMetrics(registry: Registry, figures: ProcessFigures): ProcessMetrics {
  new Gauge({
    name: "vezne_build_info",
    help: "1, with the version of Vezne and of Node.",
    aggregator: "max",
    labelNames: ["version", "node"],
    registers: [registry],
  }).set({ version: figures.version, node: process.version }, 1);
  const refusals = new Counter({
    name: "vezne_refusals_total",
    help: "Calls that were refused, by the code of the problem; limits are among the codes.",
    labelNames: ["code"],
    registers: [registry],
  });
  const deliveries = new Counter({
    name: "vezne_webhook_attempts_total",
    help: "Attempts to deliver webhooks, by the receiver's answer.",
    labelNames: ["outcome"],
    registers: [registry],
  });
  const signIns = new Counter({
    name: "vezne_panel_sign_in_failures_total",
    help: "Refused sign-ins to the panel.",
    labelNames: ["reason"],
    registers: [registry],
  });
  gaugePools(registry, figures.pools);
  return {
    countRefusal: (code) => refusals.inc({ code }),
    countDelivery: (outcome) => deliveries.inc({ outcome }),
    countSignInFailure: (reason) => signIns.inc({ reason }),
  };
}

function gaugePools(registry: Registry, pools: ProcessFigures["pools"]): void {
  const connections = new Gauge({
    name: "vezne_database_connections",
    help: "Open connections of the pools, and the statements that wait for one.",
    labelNames: ["pool", "state"],
    registers: [registry],
    collect() {
      for (const { pool, open, idle, waiting } of pools()) {
        connections.set({ pool, state: "busy" }, open - idle);
        connections.set({ pool, state: "idle" }, idle);
        connections.set({ pool, state: "waiting" }, waiting);
      }
    },
  });
}
