import type { Instant } from "../kernel/clock.ts";
import type { MerchantId } from "../kernel/ids.ts";
import type { CategoryLimit, CommissionRate, InstallmentTerms } from "./commission.ts";

/** Whose terms: each merchant has its own in each mode. */
export type TermsOwner = {
  readonly merchantId: MerchantId;
  readonly mode: "test" | "live";
};

export interface InstallmentTermsBook {
  /** The terms in force, a second old at most; in test mode the sandbox's until an import. */
  find(owner: TermsOwner): Promise<InstallmentTerms>;
}

export interface InstallmentTermsStore extends InstallmentTermsBook {
  /** What the owner has imported; no rates where it has none. */
  imported(owner: TermsOwner): Promise<InstallmentTerms>;
  /** Puts these rates in the place of all others, in one step; none: back to the default. */
  replaceRates(owner: TermsOwner, rates: readonly CommissionRate[], at: Instant): Promise<void>;
  /** The same for the limits. */
  replaceLimits(owner: TermsOwner, limits: readonly CategoryLimit[], at: Instant): Promise<void>;
}
