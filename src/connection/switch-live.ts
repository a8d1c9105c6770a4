import type { Clock } from "../kernel/clock.ts";
import { ok, refused, type Result } from "../kernel/result.ts";
import type { AuditNote } from "../merchant/audit.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { MerchantStore } from "../merchant/ports.ts";
import { mayGoLive, type LivePoint } from "./live-readiness.ts";

export type SwitchLiveDeps = {
  readonly clock: Clock;
  readonly merchants: Pick<MerchantStore, "changeSettings">;
};

/** The entry of the audit log about the switch; undefined if nothing has changed. */
type Switched = AuditNote | undefined;

/** Starts a merchant's live payments if no required condition is missing. */
export async function startLive(
  { clock, merchants }: SwitchLiveDeps,
  merchant: Merchant,
  points: readonly LivePoint[],
): Promise<Result<Switched, "incomplete">> {
  if (!mayGoLive(points)) return refused("incomplete");
  if (merchant.settings.liveSince !== null) return ok(undefined);
  await merchants.changeSettings(merchant.merchantId, { liveSince: clock.now() });
  return ok(noteOf(merchant, "live.started"));
}

/** Stops a merchant's live payments. */
export async function stopLive(
  { merchants }: Pick<SwitchLiveDeps, "merchants">,
  merchant: Merchant,
): Promise<Switched> {
  if (merchant.settings.liveSince === null) return undefined;
  await merchants.changeSettings(merchant.merchantId, { liveSince: null });
  return noteOf(merchant, "live.stopped");
}

function noteOf({ merchantId }: Merchant, action: "live.started" | "live.stopped"): AuditNote {
  return { action, object: { kind: "merchant", id: merchantId } };
}
