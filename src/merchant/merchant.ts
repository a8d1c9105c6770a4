import type { Instant } from "../kernel/clock.ts";
import type { MerchantId, UserId } from "../kernel/ids.ts";

/** Test objects only ever meet the simulated bank, live ones only real acquirers (contract C2). */
export type Mode = "test" | "live";

/** How `pay` and `summary` answer: variant A (`flags`) or variant B (`codes`) of the interface. */
export type ResponseStyle = "flags" | "codes";

export type MerchantSettings = {
  readonly responseStyle: ResponseStyle;
  /**
   * `always` forces 3-D Secure, `optional` leaves it to the call (three-d-secure.ts); a client may
   * ask for more, never for less.
   */
  readonly threeDSecure: "optional" | "always";
  /** IANA name; day boundaries of reports follow it. */
  readonly timeZone: string;
  /** Origins, besides those of the return addresses, that may frame the widget. */
  readonly allowedOrigins: readonly string[];
  /**
   * Refunds that bring a payment's refunds above this, in minor units of its currency, need a
   * second person, or a key with the right to exceed it; null: none do. `refundLimit` tells the
   * limit in force.
   */
  readonly refundApprovalAbove: number | null;
  /** The higher limit that was last asked for; null where there is none. */
  readonly refundLimitRaise: RefundLimitRaise | null;
};

export type RefundLimitRaise = {
  /** Null: no limit any more. */
  readonly above: number | null;
  /** When it is in force. */
  readonly from: Instant;
  readonly requestedBy: UserId;
  /** Their address, as the log has it. */
  readonly requester: string;
};

export type Merchant = {
  readonly merchantId: MerchantId;
  readonly name: string;
  readonly settings: MerchantSettings;
  /** `whsec_` and base64, as Standard Webhooks writes it; signs webhooks and redirects. */
  readonly webhookSecret: string;
  readonly createdAt: Instant;
};

export const DEFAULT_SETTINGS: MerchantSettings = {
  responseStyle: "flags",
  threeDSecure: "optional",
  timeZone: "Europe/Istanbul",
  allowedOrigins: [],
  refundApprovalAbove: null,
  refundLimitRaise: null,
};
