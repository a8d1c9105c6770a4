import type { Instant } from "../kernel/clock.ts";
import type { MerchantId } from "../kernel/ids.ts";
import type { EarlierVersion } from "../table/earlier-version.ts";
import type { CategoryLimit, CommissionRate, InstallmentTerms } from "./commission.ts";

/** The merchant and mode of the terms. */
export type TermsOwner = {
  readonly merchantId: MerchantId;
  readonly mode: "test" | "live";
};

export interface InstallmentTermsBook {
  /**
   * Returns the terms in force, at most one second old; in test mode, those of the sandbox until an
   * import.
   */
  find(owner: TermsOwner): Promise<InstallmentTerms>;
}

export interface InstallmentTermsStore extends InstallmentTermsBook {
  /** Returns the owner's imported terms; without rates if there was no import. */
  imported(owner: TermsOwner): Promise<InstallmentTerms>;
  /** Replaces all rates in one step; an empty list restores the default. */
  replaceRates(owner: TermsOwner, rates: readonly CommissionRate[], at: Instant): Promise<void>;
  /** Returns the rates as they were before each of the last replacements, newest first. */
  earlierRates(owner: TermsOwner): Promise<readonly EarlierVersion<CommissionRate>[]>;
  /** Returns the limits as they were before each of the last replacements, newest first. */
  earlierLimits(owner: TermsOwner): Promise<readonly EarlierVersion<CategoryLimit>[]>;
  /** Replaces all limits in one step; with an empty list, no category has a limit of its own. */
  replaceLimits(owner: TermsOwner, limits: readonly CategoryLimit[], at: Instant): Promise<void>;
}
