import { SECOND } from "../../src/kernel/clock.ts";

/** When recovery first asks the test bank about a call that no process has ended. */
export const CALL_ABANDONED_MS = 22 * SECOND;
/** How long a request to the test bank can still be on its way after its sender gave it up. */
export const ARRIVES_WITHIN_MS = 10 * SECOND;
