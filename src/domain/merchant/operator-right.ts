/**
 * The rights of an operator key; each call of the administration API requires one of them.
 *
 * The reasons are in docs/decisions/administration-api.md.
 */
export const OPERATOR_RIGHTS = [
  "merchants.read",
  /** To create, name, suspend and resume merchants, and to change their settings. */
  "merchants.write",
  /** To start and stop a merchant's live payments. */
  "live.write",
  "keys.read",
  "keys.write",
  "users.read",
  "users.write",
  "connections.read",
  /** Includes the credentials at banks. */
  "connections.write",
  "feeds.read",
  /** Account feeds, with the credentials at banks. */
  "feeds.write",
  /** The BIN table, which all merchants share. */
  "cards.write",
  /** Commission rates and limits of installments. */
  "terms.read",
  "terms.write",
  /** Contracts with acquirers. */
  "settlement.read",
  "settlement.write",
] as const;

export type OperatorRight = (typeof OPERATOR_RIGHTS)[number];

export function isOperatorRight(text: string): text is OperatorRight {
  return OPERATOR_RIGHTS.some((right) => right === text);
}
