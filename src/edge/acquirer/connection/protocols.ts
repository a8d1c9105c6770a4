import { nestpay } from "../nestpay/nestpay.ts";
import type { Protocol } from "../protocol.ts";

/** The bank protocols that a connection may speak, in the order in which people choose one. */
export const PROTOCOLS: readonly Protocol[] = [nestpay];
