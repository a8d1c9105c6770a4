import type { Instant } from "../../kernel/clock.ts";
import type { MerchantId, OperatorKeyId, UserId } from "../../kernel/ids.ts";

/** Test objects reach only the test bank, live ones only real acquirers (contract C2). */
export const MODES = ["test", "live"] as const;
export type Mode = (typeof MODES)[number];

/**
 * The style of the answers of `pay` and `summary`: variant A (`flags`) or variant B (`codes`) of
 * the interface.
 */
export type ResponseStyle = "flags" | "codes";

/** The ends of a hold that was neither captured nor voided (contract C3). */
export const HOLD_ENDS = [
  "void",
  "capture",
  /** Nothing is sent to the bank; the hold drops by itself. */
  "keep",
] as const;
export type HoldEnd = (typeof HOLD_ENDS)[number];

export type MerchantSettings = {
  readonly responseStyle: ResponseStyle;
  /**
   * `always` requires 3-D Secure for every card payment. `optional` leaves the choice to the call,
   * except where three-d-secure.ts requires it.
   */
  readonly threeDSecure: "optional" | "always";
  /** The end of a hold whose session names none. */
  readonly onHoldEnd: HoldEnd;
  /** IANA name; the days of reports begin at midnight of this zone. */
  readonly timeZone: string;
  /** Origins that may frame the widget, besides those of the return URLs. */
  readonly allowedOrigins: readonly string[];
  /**
   * Approval limit for the sum of a payment's refunds, in minor units of the merchant's currency. A
   * refund that brings the sum above the limit needs the approval of a second person, or a key with
   * the right to exceed the limit. Null: no limit. `refundLimit` returns the limit in force.
   */
  readonly refundApprovalAbove: number | null;
  /** The higher limit that was last requested; null if there is none. */
  readonly refundLimitRaise: RefundLimitRaise | null;
  /** Since when the merchant takes live payments by card; null: they are refused. */
  readonly liveSince: Instant | null;
  /** Since when the merchant takes no new payments of either mode; null: it takes them. */
  readonly suspendedSince: Instant | null;
  /** When the present secret replaced another one; null: it is as old as the merchant. */
  readonly secretMadeAt: Instant | null;
};

export type RefundLimitRaise = {
  /** Null: the limit is to be removed. */
  readonly above: number | null;
  /** When the higher limit takes effect. */
  readonly from: Instant;
  readonly requestedBy: UserId | OperatorKeyId;
  /** The name of the requester, as the audit log shows it. */
  readonly requester: string;
};

export type ReplacedSecret = { readonly text: string; readonly until: Instant };

export type Merchant = {
  readonly merchantId: MerchantId;
  readonly name: string;
  readonly settings: MerchantSettings;
  /**
   * `whsec_` and base64, as Standard Webhooks writes it; signs webhooks and redirects. Empty in
   * lists, and where this machine can't decrypt it.
   */
  readonly webhookSecret: string;
  /** The secret before it, which stays in use until its end; absent if none was replaced. */
  readonly replacedSecret: ReplacedSecret | undefined;
  readonly createdAt: Instant;
};

export const DEFAULT_SETTINGS: MerchantSettings = {
  responseStyle: "flags",
  threeDSecure: "optional",
  onHoldEnd: "void",
  timeZone: "Europe/Istanbul",
  allowedOrigins: [],
  refundApprovalAbove: null,
  refundLimitRaise: null,
  liveSince: null,
  suspendedSince: null,
  secretMadeAt: null,
};
