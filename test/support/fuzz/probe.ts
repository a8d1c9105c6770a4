import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "vitest";
import type { ServiceApart } from "../service-apart.ts";

const CHILD = join(import.meta.dirname, "../../fault/probe-child.mjs");
/** Set by `npm run fuzz`; otherwise the machine has too much other work. */
const { VEZNE_FUZZ_P999_MS } = process.env;

/** The response times of a service's health check, in milliseconds. */
export type ProbeReport = {
  readonly asked: number;
  /** Requests without an answer, or with another status than 200. */
  readonly failures: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
};

export type Probe = { end(): Promise<ProbeReport> };

/** Requests the health check of a service every 20 ms, from a process of its own. */
export function startProbe(url: string): Probe {
  const child = fork(CHILD, [url], { execArgv: [] });
  return {
    async end() {
      child.send("end");
      const [report] = (await once(child, "message")) as [ProbeReport];
      return report;
    },
  };
}

/** The effect of a run on its service. */
export type Run = {
  readonly name: string;
  readonly shop: Pick<ServiceApart, "isRunning">;
  /** The number of answers with a status of 5xx. */
  readonly faults: number;
  readonly probed: ProbeReport | undefined;
};

/** Prints the effect of a run, and checks it; its times only where a limit is given. */
export function judgeRun({ name, shop, faults, probed }: Run): void {
  if (probed === undefined) throw new Error(`${name} was not probed`);
  const { asked, failures } = probed;
  const ends = shop.isRunning() ? 0 : 1;
  const times = (["p50", "p99", "p999", "max"] as const).map(
    (part) => `${part} ${probed[part].toFixed(1)} ms`,
  );
  console.log(
    `${name}: ${faults} faults (5xx), ${ends} restarts; /healthz asked ${asked} times, ` +
      `${failures} failures, ${times.join(", ")}`,
  );
  expect({ faults, ends, failures }).toEqual({ faults: 0, ends: 0, failures: 0 });
  if (VEZNE_FUZZ_P999_MS !== undefined) {
    expect(probed.p999).toBeLessThan(Number(VEZNE_FUZZ_P999_MS));
  }
}

/** The number of answers with a status of 5xx. */
export function faultsIn(statuses: ReadonlyMap<number, number>): number {
  return [...statuses].reduce((sum, [status, count]) => (status >= 500 ? sum + count : sum), 0);
}
