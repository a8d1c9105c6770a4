import type { Book } from "./book.ts";
import type { Entry, EntryKey } from "./entry.ts";

/** Takes back a capture or refund that the bank has approved, as banks may do days later. */
export async function takeBack(book: Book, key: EntryKey): Promise<void> {
  const entry = await book.find(key);
  if (entry?.state !== "approved" || entry.originalRequestId === undefined) return;
  const original = await book.find({ ...key, requestId: entry.originalRequestId });
  if (original === undefined) return;
  // Each write is refused if its row has changed since it was read; then both are read anew.
  const isDone = await book.amend(without(original, entry), undefined);
  if (!isDone) return takeBack(book, key);
  await book.amend({ ...entry, state: "reversed" }, undefined);
}

function without(original: Entry, { type, amount }: Entry): Entry {
  return type === "capture"
    ? { ...original, capturedMinor: 0n }
    : { ...original, refundedMinor: original.refundedMinor - amount.minor };
}
