import type { Instant } from "../kernel/clock.ts";

/** A table as it was before a replacement. */
export type EarlierVersion<Value> = {
  /** 1, 2, 3 … in the order of the replacements. */
  readonly version: number;
  readonly replacedAt: Instant;
  readonly rows: readonly Value[];
};
