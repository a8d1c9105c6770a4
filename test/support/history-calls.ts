import { deepStrictEqual } from "node:assert";
import type { ApiAnswer, ApiBody } from "./api-client.ts";
import type { ModelOrder } from "./history-model.ts";

/** A call with an idempotency key, so that it can be repeated. */
export type KeyedCall = { readonly path: string; readonly body: ApiBody; readonly key: string };

/** A call that the service may not survive, and the check after the restart. */
export type Interrupted = {
  readonly name: string;
  send(): Promise<ApiAnswer | undefined>;
  /** Repeats the call with its key; returns its outcome. */
  repeat(): Promise<string>;
};

/** The order of a step, and the step's outcome. */
export type Played = { readonly order: ModelOrder | undefined; readonly outcome: string };

export function orderOf(answer: ApiAnswer): string {
  expectStatus(answer, 200, "a payment");
  return String(answer.body["order_id"]);
}

export function expectStatus(answer: ApiAnswer, expected: number, what: string): void {
  deepStrictEqual(answer.status, expected, `${what}: ${answer.status} ${answer.text}`);
}
