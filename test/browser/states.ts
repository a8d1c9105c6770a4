import { BANK_STATES } from "./bank-states.ts";
import { FRAME_STATES } from "./frame-states.ts";
import { PAGE_STATES } from "./page-states.ts";
import type { State } from "./scene.ts";

/** Every state in which a customer can see our pages or the test bank's pages. */
export const STATES: readonly State[] = [...PAGE_STATES, ...BANK_STATES, ...FRAME_STATES];
