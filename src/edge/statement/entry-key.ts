import { toIso } from "../../kernel/clock.ts";
import type { Digest } from "../../kernel/digest.ts";
import type { Money } from "../../kernel/money.ts";
import type { StatementLine } from "../../transfer/statement-line.ts";
import type { StatementEntry } from "./statement-entry.ts";

/**
 * Gives every entry the key that it has in every statement that it is in. A bank's own number is
 * part of it but not trusted alone, for some banks number their days anew; entries without one are
 * told apart by their content and, if that is the same, by their place among their likes.
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
      bankReference === undefined ? `${content}-${place}` : `${bankReference}-${content}`;
    return [{ ...entry, amount, bankKey, source }];
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
