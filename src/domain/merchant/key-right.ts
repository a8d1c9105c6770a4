/**
 * The rights of an API key; each call of the interface requires one of them.
 *
 * The reasons are in docs/decisions/key-rights.md.
 */
export const KEY_RIGHTS = [
  "sessions.create",
  "payments.read",
  /** Payments from the merchant's server; in live mode also without 3-D Secure. */
  "payments.make",
  /** Capture and void. */
  "payments.move",
  "refunds.make",
  /** Refunds above the merchant's approval limit; needed in addition to `refunds.make`. */
  "refunds.above_limit",
  "cards.read",
  "cards.erase",
  "events.read",
  "webhooks.read",
  "webhooks.change",
] as const;

export type KeyRight = (typeof KEY_RIGHTS)[number];

export function isKeyRight(text: string): text is KeyRight {
  return KEY_RIGHTS.some((right) => right === text);
}

const MONEY_RIGHTS: readonly KeyRight[] = [
  "payments.make",
  "payments.move",
  "refunds.make",
  "refunds.above_limit",
];

/** True if a key with these rights moves money; the main key, which has no list, does. */
export function movesMoney(rights: readonly KeyRight[] | undefined): boolean {
  return rights === undefined || rights.some((right) => MONEY_RIGHTS.includes(right));
}
