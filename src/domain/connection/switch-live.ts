import type { Clock } from "../../kernel/clock.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { AuditNote } from "../merchant/audit.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { MerchantStore } from "../merchant/ports.ts";
import { mayGoLive, type LivePoint } from "./live-readiness.ts";

export type SwitchLiveDeps = {
  readonly clock: Clock;
  readonly merchants: Pick<MerchantStore, "setSince">;
};

/** The entry of the audit log about the switch; undefined if nothing has changed. */
type SwitchNote = AuditNote | undefined;

/** Starts a merchant's live payments if no required condition is missing. */
export async function startLive(
  { clock, merchants }: SwitchLiveDeps,
  merchant: Merchant,
  points: readonly LivePoint[],
): Promise<Result<SwitchNote, "incomplete">> {
  if (!mayGoLive(points)) return refused("incomplete");
  const isNew = await merchants.setSince(merchant.merchantId, "liveSince", clock.now());
  return ok(isNew ? noteOf(merchant, "live.started") : undefined);
}

/** Stops a merchant's live payments. */
export async function stopLive(
  { merchants }: Pick<SwitchLiveDeps, "merchants">,
  merchant: Merchant,
): Promise<SwitchNote> {
  const isNew = await merchants.setSince(merchant.merchantId, "liveSince", null);
  return isNew ? noteOf(merchant, "live.stopped") : undefined;
}

function noteOf({ merchantId }: Merchant, action: "live.started" | "live.stopped"): AuditNote {
  return { action, object: { kind: "merchant", id: merchantId } };
}
