/** The payment methods of the payment page, in their order on it. */
export const METHODS = ["card", "bank_transfer", "wallet", "shopping_credit", "papel"] as const;

export type Method = (typeof METHODS)[number];

export function parseMethod(text: string): Method | undefined {
  return METHODS.find((method) => method === text);
}
