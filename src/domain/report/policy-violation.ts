import type { Instant } from "../../kernel/clock.ts";
import type { Day } from "../../kernel/day.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { Scope } from "../merchant/scope.ts";

/** The kinds of pages on which a browser reports violations. */
export const PAGE_KINDS = [
  "checkout",
  "frame",
  "bank",
  "returned",
  "panel",
  "demo",
  "docs",
  "other",
] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** A violation of a page's content security policy, reported by a browser. */
export type PolicyViolation = {
  readonly page: PageKind;
  /** The directive that was violated. */
  readonly directive: string;
  /** The origin that was blocked, or a keyword such as `inline`; never a full address. */
  readonly blocked: string;
};

/** The owner of the page; pages without a payment session belong to the installation. */
export type ViolationOwner =
  | { readonly merchantId: MerchantId; readonly mode: Mode }
  | "installation";

/**
 * Replaces the origin of a further violation on a day that already has the largest number of
 * different violations that is stored.
 */
export const OTHER_ORIGINS = "(others)";

/**
 * The directive of a note that reports about an owner's pages were refused; its count is that of
 * the minutes in which a process refused some. No report has it.
 */
export const REFUSED_REPORTS = "(refused)";

/** How often the same violation was reported on one day. */
export type ViolationCount = PolicyViolation & {
  /** The day in UTC. */
  readonly day: Day;
  readonly reports: number;
  readonly lastAt: Instant;
};

/** Reported violations, counted by day, page, directive and origin. */
export interface PolicyViolations {
  add(owner: ViolationOwner, violations: readonly PolicyViolation[]): Promise<void>;
  /** Lists the violations on a merchant's payment pages, newest first. */
  list(scope: Scope, since: Instant): Promise<readonly ViolationCount[]>;
  /** Lists the violations on the pages that belong to no merchant. */
  listOfInstallation(since: Instant): Promise<readonly ViolationCount[]>;
}
