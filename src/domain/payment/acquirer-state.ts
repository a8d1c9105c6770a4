import { assert } from "../../kernel/assert.ts";
import type { AcquirerState } from "./acquirer-outcomes.ts";

const LARGEST_STATE = 16 * 1_024;

/** Returns an adapter's JSON text as the state of an attempt; a larger one can't be stored. */
export function acquirerState(text: string): AcquirerState {
  assert(isAcquirerState(text), `the state of an attempt has at most ${LARGEST_STATE} characters`);
  return text;
}

function isAcquirerState(text: string): text is AcquirerState {
  return text.length <= LARGEST_STATE;
}
