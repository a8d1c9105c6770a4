import type { Instant } from "../../kernel/clock.ts";
import type { MerchantId, UserId } from "../../kernel/ids.ts";
import { assert } from "../../kernel/assert.ts";
import type { Mode } from "./merchant.ts";

/** Every action of the panel and the command line, by its name in the audit log. */
export const AUDIT_ACTIONS = [
  "user.signed_in",
  "user.sign_in_refused",
  "user.signed_out",
  "user.created",
  "user.changed",
  "user.disabled",
  "user.enabled",
  "user.password_changed",
  "user.password_reset",
  "user.second_factor_added",
  "user.second_factor_removed",
  "user.confirmation_refused",
  "user.recovery_code_used",
  "user.recovery_codes_renewed",
  "user.sessions_ended",
  "merchant.created",
  "merchant.suspended",
  "merchant.resumed",
  "settings.changed",
  "operator_key.created",
  "operator_key.revoked",
  "key.created",
  "key.changed",
  "key.rolled",
  "key.ended",
  "webhook.added",
  "webhook.changed",
  "webhook.removed",
  "webhook.secret_rolled",
  "webhook.secret_shown",
  "webhook.resent",
  "webhook.tested",
  "payment.captured",
  "payment.voided",
  "payment.cleared",
  "payment.noted",
  "booking.adopted",
  "booking.cleared",
  "booking.noted",
  "payments.exported",
  "refund.made",
  "refund.requested",
  "refund.approved",
  "refund.rejected",
  "refund.paid_out",
  "card.erased",
  "customer.erased",
  "statement.imported",
  "transfer.settled",
  "settlement.imported",
  "settlement.dated",
  "table.imported",
  "table.mapped",
  "bin.corrected",
  "bin.correction_removed",
  "table.changed",
  "connection.added",
  "connection.changed",
  "connection.tested",
  "connection.disabled",
  "connection.enabled",
  "connection.retired",
  "feed.added",
  "feed.changed",
  "feed.tested",
  "feed.disabled",
  "feed.enabled",
  "live.started",
  "live.stopped",
  "routing.changed",
  "view.saved",
  "view.removed",
  "clock.moved",
  "job.retried",
  "job.dropped",
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** `asked`: recorded before the act, and the outcome has an entry of its own. */
const NOT_DONE = ["asked", "refused"] as const;

export type NotDone = (typeof NOT_DONE)[number];

/** The name of an action stands for what was done; a suffix says that it was asked or refused. */
export type AuditedAction = AuditAction | `${AuditAction}.${NotDone}`;

const PARTS = new Map<AuditedAction, { readonly action: AuditAction; readonly outcome?: NotDone }>(
  AUDIT_ACTIONS.flatMap((action) => [
    [action, { action }] as const,
    ...NOT_DONE.map((outcome) => [`${action}.${outcome}`, { action, outcome }] as const),
  ]),
);

export const AUDITED_ACTIONS = [...PARTS.keys()];

/** The action that an entry is about; without an outcome, it was done. */
export function partsOf(audited: AuditedAction) {
  const parts = PARTS.get(audited);
  assert(parts !== undefined, "every audited action has its parts");
  return parts;
}

/**
 * An action and its object, with the values before and after; these never hold a secret or a card
 * number.
 */
export type AuditNote = {
  readonly action: AuditedAction;
  readonly object: { readonly kind: string; readonly id: string };
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
};

export type AuditEntry = AuditNote & {
  readonly entryId: string;
  readonly at: Instant;
  /** Absent if the action concerns no single merchant or mode. */
  readonly merchantId: MerchantId | undefined;
  readonly mode: Mode | undefined;
  /** Absent for an action at the command line, and for an attempt to sign in. */
  readonly userId: UserId | undefined;
  /** The user's e-mail address, or another name of the person who acted. */
  readonly actor: string;
  readonly requestId: string | undefined;
  readonly address: string | undefined;
};

/** Selects entries of the audit log, by object, action (done or not) or person where given. */
export type AuditFilter = {
  readonly action?: AuditAction | undefined;
  readonly objectId?: string | undefined;
  readonly actor?: string | undefined;
  /** From this moment on, inclusive. */
  readonly from?: Instant | undefined;
  /** Until this moment, exclusive. */
  readonly until?: Instant | undefined;
  /** Only entries before this one. */
  readonly before?: string | undefined;
  readonly limit: number;
};
