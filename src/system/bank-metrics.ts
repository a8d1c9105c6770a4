import { Counter, Gauge, Histogram, type Registry } from "@platformatic/prom-client";

/** A call to the bank of a connection that has ended. */
export type BankCallFacts = {
  readonly connectionId: string;
  readonly protocol: string;
  readonly bank: string;
  readonly call: string;
  readonly outcome: string;
  readonly seconds: number;
};

export type ConnectionStatus = Pick<BankCallFacts, "connectionId" | "protocol" | "bank"> & {
  readonly health: keyof typeof HEALTH | "untried";
};

export type BankMetrics = {
  observeBankCall(call: BankCallFacts): void;
};

const NAMES = ["connection", "protocol", "bank"] as const;
const HEALTH = { closed: 1, half_open: 0.5, open: 0 } as const;

/** The calls to banks and the health of connections, as this process sees them. */
export function bankMetrics(
  registry: Registry,
  connections: () => readonly ConnectionStatus[],
): BankMetrics {
  const calls = new Counter({
    name: "vezne_acquirer_calls_total",
    help: "Calls to banks by connection and outcome; unknown outcomes and failures among them.",
    labelNames: [...NAMES, "call", "outcome"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "vezne_acquirer_call_seconds",
    help: "Duration of calls to banks, by connection.",
    labelNames: [...NAMES, "call"],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 90],
    registers: [registry],
  });
  registerStatuses(registry, connections);
  return {
    observeBankCall({ connectionId, protocol, bank, call, outcome, seconds: duration }) {
      const names = { connection: connectionId, protocol, bank, call };
      calls.inc({ ...names, outcome });
      seconds.observe(names, duration);
    },
  };
}

function registerStatuses(registry: Registry, connections: () => readonly ConnectionStatus[]) {
  const labelNames = [...NAMES];
  const registers = [registry];
  const health = new Gauge({
    name: "vezne_acquirer_health",
    help:
      "Health of a connection: 1 answers, 0.5 is to be tried again, 0 lately failed; an untried " +
      "one has no sample.",
    aggregator: "min",
    labelNames,
    registers,
    collect() {
      health.reset();
      for (const { connectionId, protocol, bank, health: state } of connections()) {
        // An untried connection claims nothing: 1 would say that its bank answers.
        if (state === "untried") continue;
        health.set({ connection: connectionId, protocol, bank }, HEALTH[state]);
      }
    },
  });
  const info = new Gauge({
    name: "vezne_acquirer_info",
    help: "The connections in use, whether tried or not; always 1.",
    aggregator: "first",
    labelNames,
    registers,
    collect() {
      info.reset();
      for (const { connectionId, protocol, bank } of connections()) {
        info.set({ connection: connectionId, protocol, bank }, 1);
      }
    },
  });
}
