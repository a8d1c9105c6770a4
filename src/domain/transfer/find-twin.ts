import { dayInTurkey } from "../../kernel/calendar-day.ts";
import type { PaymentStore } from "../payment/ports.ts";
import type { StatementStore, UnmatchedLine } from "./ports.ts";
import { lineId, type LineOwner, type StatementLine } from "./statement-line.ts";

export type FindTwinDeps = {
  readonly payments: Pick<PaymentStore, "findAuthorization">;
  readonly statements: Pick<StatementStore, "findLine">;
};

/**
 * Finds the line that paid the payment of an unmatched line, if both may be one booking that came
 * in two formats or with two texts: same account, day, amount and sender. A person must compare
 * them before the money is sent back.
 */
export async function findTwin(
  { payments, statements }: FindTwinDeps,
  owner: LineOwner,
  { line, orderId }: UnmatchedLine,
): Promise<StatementLine | undefined> {
  const attempt = orderId === undefined ? undefined : await payments.findAuthorization(orderId);
  const prefix = lineId({ account: line.account, bankKey: "" });
  const name = attempt?.bankReference;
  if (name?.startsWith(prefix) !== true) return undefined;
  const bankKey = name.slice(prefix.length);
  const paying = await statements.findLine(owner, { account: line.account, bankKey });
  return paying !== undefined && mayBeOne(line, paying) ? paying : undefined;
}

function mayBeOne(left: StatementLine, right: StatementLine): boolean {
  return (
    lineId(left) !== lineId(right) &&
    left.amount.minor === right.amount.minor &&
    left.amount.currency === right.amount.currency &&
    dayInTurkey(left.bookedAt) === dayInTurkey(right.bookedAt) &&
    !differ(left.senderIban, right.senderIban)
  );
}

/**
 * True for two different texts. False if one is unknown: formats name the sender differently, or
 * not at all.
 */
function differ(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && right !== undefined && left !== right;
}
