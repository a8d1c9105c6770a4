/** The ways to pay that a page can offer, in the order in which it shows them. */
export const METHODS = ["card", "bank_transfer", "wallet", "shopping_credit", "papel"] as const;

export type Method = (typeof METHODS)[number];

export function parseMethod(text: string): Method | undefined {
  return METHODS.find((method) => method === text);
}
