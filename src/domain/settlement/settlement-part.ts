import type { Money } from "../../kernel/money.ts";

/** An installment that a bank pays out by itself: number 2 of 3. */
export type SettlementPart = { readonly number: number; readonly count: number };

/** Banks round commission by row or by batch: one minor unit away is no difference. */
export const ROUNDING = 1n;

/** The share of an installment; the shares of all installments are the whole amount. */
export function partOf(minor: bigint, part: SettlementPart | undefined): bigint {
  if (part === undefined) return minor;
  const [number, count] = [BigInt(part.number), BigInt(part.count)];
  return (minor * number) / count - (minor * (number - 1n)) / count;
}

type Line = { readonly gross: Money; readonly part?: SettlementPart | undefined };
type Whole = { readonly gross: Money; readonly settledInParts?: Money | undefined };

/**
 * True for a line with the amount that our books have. Banks put the rest of a division into the
 * first or the last installment, so one of n may be n minor units away; together they are never
 * more than the whole.
 */
export function isAmountOf({ gross, part }: Line, ours: Whole): boolean {
  if (gross.currency !== ours.gross.currency) return false;
  if (part === undefined) return gross.minor === ours.gross.minor;
  const away = gross.minor - partOf(ours.gross.minor, part);
  const allowed = BigInt(part.count);
  const settled = ours.settledInParts?.minor ?? 0n;
  return away <= allowed && away >= -allowed && settled + gross.minor <= ours.gross.minor;
}

type Named = { readonly kind: string; readonly attemptId: string };

/** The key by which a comparison remembers a line of the bank. */
export function lineKey({ kind, attemptId }: Named, part: SettlementPart | undefined): string {
  return part === undefined ? `${kind} ${attemptId}` : `${kind} ${attemptId} ${part.number}`;
}
