import { toIso } from "../../kernel/clock.ts";
import type { Digest } from "../../kernel/digest.ts";
import type { Money } from "../../kernel/money.ts";
import type { StatementLine } from "../../transfer/statement-line.ts";
import type { StatementEntry } from "./statement-entry.ts";

/** The part of a bank's number in a key; ISO 20022 allows 35 characters, and MT940 16. */
const NUMBER_SHOWN = /^.{0,255}/su;

/**
 * Gives each entry a key that is the same in every statement that contains the entry. The bank's
 * own number is a part of the key but not all of it, because some banks restart their numbers each
 * day. Entries without a number are distinguished by their content, and equal ones by their order.
 * Of a number that is too long for an index the key has the beginning; the content has all of it.
 */
export function keyEntries(
  entries: readonly StatementEntry[],
  { digest, source }: { readonly digest: Digest; readonly source: StatementLine["source"] },
): readonly StatementLine[] {
  const seen = new Map<string, number>();
  return entries.flatMap(({ amount, bankReference, ...entry }) => {
    if (amount === undefined) return [];
    const content = digest.sha256(contentOf({ ...entry, amount, bankReference })).slice(0, 24);
    const place = (seen.get(content) ?? 0) + 1;
    seen.set(content, place);
    const bankKey =
      bankReference === undefined
        ? `${content}-${place}`
        : `${NUMBER_SHOWN.exec(bankReference)?.[0]}-${content}`;
    return [{ ...entry, amount, bankKey, isNumbered: bankReference !== undefined, source }];
  });
}

function contentOf(entry: StatementEntry & { readonly amount: Money }): string {
  return JSON.stringify([
    entry.account,
    toIso(entry.bookedAt),
    entry.amount.minor.toString(),
    entry.amount.currency,
    entry.bankReference ?? "",
    entry.description,
    entry.senderName ?? "",
    entry.senderIban ?? "",
  ]);
}
