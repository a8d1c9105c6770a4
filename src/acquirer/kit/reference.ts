import type { AttemptId } from "../../kernel/ids.ts";

/** The prefix `att_` and the eight characters of the merchant. */
const NOT_UNIQUE = 12;
const LENGTH = 20;

/**
 * The reference of an attempt at a bank: 20 characters `[0-9a-z]`, which every protocol accepts. It
 * leaves out the merchant, because a terminal belongs to one connection of one merchant.
 */
export function referenceOf(attemptId: AttemptId): string {
  return attemptId.slice(NOT_UNIQUE).padStart(LENGTH, "0");
}

/** The reference with zeros on its left, for protocols that want exactly `length` characters. */
export function paddedReference(reference: string, length: number): string {
  return reference.padStart(length, "0");
}
