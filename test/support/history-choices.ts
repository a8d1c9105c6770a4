import type { ApiAnswer, ApiBody } from "./api-client.ts";
import type { Chance } from "./chance.ts";
import { get, type Ledgers } from "./history-comparison.ts";
import type { HistoryModel, HoldEnd, ModelOrder } from "./history-model.ts";
import { HELD } from "./merchant-calls.ts";

export type Modification = "capture" | "void" | "refund";

/** The end of a hold, with the session fields that ask for it. */
export function heldUntil(chance: Chance): { readonly end: HoldEnd; readonly fields: ApiBody } {
  const end = chance.pick(["void", "capture", "keep"] as const) ?? "void";
  return { end, fields: { ...HELD, on_hold_end: end } };
}

/** Notes the end of a hold that a `pay` answered, `now` being the service's time. */
export function noteHold(
  { order, model }: { readonly order: ModelOrder; readonly model: HistoryModel },
  { end, now }: { readonly end: HoldEnd; readonly now: number },
  { body }: ApiAnswer,
): void {
  const before = body["capture_before"];
  if (typeof before !== "string") return;
  order.hold = { before: model.now + Date.parse(before) - now, end };
}

/** An order that most often is in a state in which the bank takes the request. */
export function orderFor(
  model: HistoryModel,
  chance: Chance,
  kind: Modification,
): ModelOrder | undefined {
  const fitting = model.orders.filter(({ status }) =>
    kind === "refund" ? status === "completed" : status === "authorized",
  );
  return chance.pick(chance.isLikely(0.8) ? fitting : model.orders);
}

export function amountOf(
  model: HistoryModel,
  chance: Chance,
  { kind, order }: { readonly kind: Modification; readonly order: ModelOrder },
): number {
  const most = kind === "refund" ? Math.max(1, model.left(order)) : order.amount;
  return chance.isLikely(0.3) ? most : chance.between(1, most + 1);
}

export async function hasFailed(ledgers: Ledgers, { body }: ApiAnswer): Promise<boolean> {
  const refund = await get(ledgers, `refund/${String(body["refund_id"])}`);
  return refund.body["status"] === "refund_failed";
}
