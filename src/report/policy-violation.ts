import type { Instant } from "../kernel/clock.ts";
import type { Day } from "../kernel/day.ts";
import type { MerchantId } from "../kernel/ids.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { Scope } from "../merchant/scope.ts";

/** Which of our pages a browser reports on. */
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

/** Something that a page's content security policy stopped in a browser. */
export type PolicyViolation = {
  readonly page: PageKind;
  /** The directive that stopped it. */
  readonly directive: string;
  /** The origin that it came from or went to, or a word such as `inline`; never an address. */
  readonly blocked: string;
};

/** Whose page it was; pages without a payment session belong to the installation. */
export type ViolationOwner =
  | { readonly merchantId: MerchantId; readonly mode: Mode }
  | "installation";

/** What stands for everything beyond the kinds of violations that are kept for one day. */
export const OTHER_ORIGINS = "(others)";

/** How often the same was reported on one day. */
export type ViolationCount = PolicyViolation & {
  /** In UTC. */
  readonly day: Day;
  readonly reports: number;
  readonly lastAt: Instant;
};

/** What browsers reported, counted by day, page, directive and origin. */
export interface PolicyViolations {
  add(owner: ViolationOwner, violations: readonly PolicyViolation[]): Promise<void>;
  /** Of a merchant's payment pages, the newest first. */
  list(scope: Scope, since: Instant): Promise<readonly ViolationCount[]>;
  /** Of the pages that belong to no merchant. */
  listOfInstallation(since: Instant): Promise<readonly ViolationCount[]>;
}
