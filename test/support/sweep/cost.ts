import { Agent, request } from "node:http";
import type { ServiceApart } from "../service-apart.ts";
import type { Place } from "./places.ts";
import type { Sent } from "./target.ts";

/** The cost of a request for the service, in milliseconds. */
export type Cost = {
  /** Processor time of its event loop's thread. */
  readonly threadMs: number;
  /** The longest part of it at a stretch. */
  readonly heldMs: number;
  /** The route of the request, such as `POST /api/v1/payment/pay`. */
  readonly route: string;
  /** Whether it was refused for its length, or before all was sent. */
  readonly isTooLong: boolean;
};

export type Meter = {
  /** The least of several measurements, because other work can only add to it. */
  cost(sent: Sent, tries: number): Promise<Cost>;
  close(): void;
};

export function openMeter({ url, loop }: ServiceApart): Meter {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const once = async (sent: Sent): Promise<Cost> => {
    const before = await loop();
    const status = await send(agent, url, sent);
    const after = await loop();
    const { heldMs, route = "before any route" } = after;
    const isTooLong = status === undefined || TOO_LONG.has(status);
    return { threadMs: after.threadMs - before.threadMs, heldMs, route, isTooLong };
  };
  return {
    async cost(sent, tries) {
      let least = await once(sent);
      for (let done = 1; done < tries; done += 1) {
        const { threadMs, heldMs } = await once(sent);
        least = {
          ...least,
          threadMs: Math.min(least.threadMs, threadMs),
          heldMs: Math.min(least.heldMs, heldMs),
        };
      }
      return least;
    },
    close: () => agent.destroy(),
  };
}

/**
 * A refusal may come before all is sent, and close the connection; a refusal to HEAD has a body.
 */
const TOO_LONG: ReadonlySet<number> = new Set([413, 414, 431]);
const CUT_OFF = /^(ECONNRESET|EPIPE|HPE_\w+)$/;

/** Returns the status, if there was one. A stream is left once it has begun. */
function send(
  agent: Agent,
  url: string,
  { method, path, headers, body }: Sent,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(url), { agent, method, path, headers });
    outgoing.on("response", (incoming) => {
      if (incoming.headers["content-type"]?.startsWith("text/event-stream") === true) {
        outgoing.destroy();
        resolve(incoming.statusCode);
      }
      incoming.resume();
      incoming.on("close", () => resolve(incoming.statusCode));
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) =>
      CUT_OFF.test(error.code ?? "") ? resolve(undefined) : reject(error),
    );
    outgoing.end(body);
  });
}

/** Above the cost of a small request; below this, growth cannot be distinguished from noise. */
const NOTICED_MS = 8;
const LEAST_MS = 0.8;
/**
 * From a quarter of the limit to the limit, linear work takes 4 ×, quadratic work 16 ×; from half
 * of it, 2 × and 4 ×. Both limits must be exceeded, because garbage collection or memory mapping
 * begins at some size, which is a step and not growth.
 */
const [OF_QUARTER_AT_MOST, OF_HALF_AT_MOST] = [9, 3];
const TRIES = 3;
const ROUNDS = 3;

/** The defect of a place: its time grows faster than its size. Undefined where it does not. */
export async function growthProblem(
  meter: Meter,
  place: Place,
  limit: number,
): Promise<string | undefined> {
  let problem: string | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    const costs: number[] = [];
    for (const size of [1, limit / 8, limit / 4, limit / 2, limit]) {
      costs.push((await meter.cost(place.sent(Math.floor(size)), TRIES)).threadMs);
    }
    const [base = 0, , quarter = 0, half = 0, whole = 0] = costs;
    const over = (part: number): number => (whole - base) / Math.max(part - base, LEAST_MS);
    const isLinear = over(quarter) <= OF_QUARTER_AT_MOST || over(half) <= OF_HALF_AT_MOST;
    if (whole - base < NOTICED_MS || isLinear) return undefined;
    const shown = costs.map((ms) => ms.toFixed(1)).join(", ");
    problem = `${place.name}: ${shown} ms for 1, 1/8, 1/4, 1/2 and all of ${limit}`;
  }
  return problem;
}
