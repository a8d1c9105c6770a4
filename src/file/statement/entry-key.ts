import { toIso } from "../../kernel/clock.ts";
import type { Digest } from "../../kernel/digest.ts";
import type { StatementLine } from "../../domain/transfer/statement-line.ts";
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
  const keyOf = (entry: StatementEntry): string => {
    const content = digest.sha256(contentOf(entry)).slice(0, 24);
    const { bankReference } = entry;
    return bankReference === undefined
      ? `${content}-${nextPlace(content)}`
      : `${NUMBER_SHOWN.exec(bankReference)?.[0]}-${content}`;
  };
  const nextPlace = (content: string): number => {
    const place = (seen.get(content) ?? 0) + 1;
    seen.set(content, place);
    return place;
  };
  return entries.map((entry) => {
    const { bankReference, keyed: _keyed, ...line } = entry;
    return {
      ...line,
      bankKey: keyOf(entry),
      isNumbered: bankReference !== undefined,
      source,
    };
  });
}

function contentOf({ account, bookedAt, amount, bankReference, keyed }: StatementEntry): string {
  return JSON.stringify([
    account,
    toIso(bookedAt),
    amount.minor.toString(),
    amount.currency,
    bankReference ?? "",
    keyed.description,
    keyed.senderName ?? "",
    keyed.senderIban ?? "",
  ]);
}
