/** The bank's own cards: first digits, scheme, credit (`C`), and program. */
export const CARDS = [
  ["540036", "MASTERCARD", "C", "BONUS"],
  ["374427", "AMEX", "C", "BONUS"],
  ["51000062", "MASTERCARD", "C", "BONUS"],
] as const;

/** The program of a card in capitals; empty for a card of another bank. */
export function programOf(bin: string): string {
  return CARDS.find(([own]) => bin.startsWith(own))?.[3] ?? "";
}
