import { type Wire, cut, hang, malfunction } from "../../delivery.ts";
import type { BankDeps } from "../../bank-deps.ts";
import type { Entry } from "../../entry.ts";
import type { Fault, FaultOperation } from "../../faults.ts";
import { BEHAVIOURS } from "../../test-cards.ts";

/** One answer of a door: an HTTP body in the protocol's own form. */
export type DoorAnswer = {
  readonly contentType: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** The authorization that the answer is about: its card may delay the answer, or lose it. */
  readonly about?: Entry | undefined;
};

export type DoorExchange = {
  readonly operation: FaultOperation;
  /** The protocol's reference of the request, by which a fault may name it. */
  readonly reference: string;
  /** Does the work and returns the answer; a fault may prevent it, or ask for it twice. */
  readonly work: () => Promise<DoorAnswer>;
  /** The protocol's answers to faults that need its own format. */
  readonly instead: {
    /** The refusal of the caller's network address, without any booking. */
    readonly ipRefused: () => DoorAnswer;
    /** The answer of an inquiry that finds nothing. */
    readonly notFound?: () => DoorAnswer;
  };
};

const HTML = "<html><head><title>Bakim</title></head><body>Service unavailable</body></html>";

/**
 * Performs a request and sends its answer, with the fault that was scripted for it.
 *
 * @returns the body to send, or `undefined` if the connection was taken over.
 */
export async function answerDoor(
  deps: BankDeps,
  wire: Wire,
  exchange: DoorExchange,
): Promise<string | Buffer | undefined> {
  const fault = deps.faults?.take(exchange.operation, exchange.reference);
  switch (fault?.behaviour) {
    case "status500":
      return malfunction(wire);
    case "cutBeforeBooking":
      return cut(wire);
    case "hangBeforeBooking":
      return hang(wire);
    case "ipRefused":
      return send(wire, exchange.instead.ipRefused());
    default:
  }
  if (fault?.behaviour === "delayBeforeBooking") await deps.delay(fault.ms ?? 0);
  if (fault?.behaviour === "duplicate") await exchange.work();
  const answer = await exchange.work();
  return deliver({ deps, wire, exchange, fault }, answer);
}

type Delivery = {
  readonly deps: BankDeps;
  readonly wire: Wire;
  readonly exchange: DoorExchange;
  readonly fault: Fault | undefined;
};

async function deliver(
  { deps, wire, exchange, fault }: Delivery,
  answer: DoorAnswer,
): Promise<string | Buffer | undefined> {
  const behaviour = answer.about?.card?.behaviour;
  const { losesAnswer, answerDelayMs } = BEHAVIOURS[behaviour ?? "approved"];
  const delayMs = answerDelayMs + (fault?.behaviour === "delay" ? (fault.ms ?? 0) : 0);
  if (delayMs > 0) await deps.delay(delayMs);
  if (losesAnswer) return cut(wire);
  switch (fault?.behaviour) {
    case "cut":
      return cut(wire);
    case "hang":
      return hang(wire);
    case "status500AfterBooking":
      return malfunction(wire);
    case "garbage":
      return send(wire, { contentType: "text/html", body: HTML });
    case "halfAnswer":
      return cutInHalf(wire, answer);
    case "notFound":
      return send(wire, exchange.instead.notFound?.() ?? answer);
    default:
      return send(wire, answer);
  }
}

/** Sends the first half of an answer and cuts the connection. */
function cutInHalf({ reply }: Wire, { contentType, body }: DoorAnswer): undefined {
  const bytes = Buffer.from(body);
  reply.hijack();
  reply.raw.writeHead(200, { "content-type": contentType, "content-length": bytes.length });
  reply.raw.write(bytes.subarray(0, bytes.length / 2), () => reply.raw.destroy());
}

/** Sends an answer without a fault. */
export function send(
  { reply }: Wire,
  { contentType, body, headers = {} }: DoorAnswer,
): string | Buffer {
  reply.code(200).headers({ "cache-control": "no-store", ...headers, "content-type": contentType });
  return body;
}
