import type { Instant } from "../../kernel/clock.ts";
import type { MerchantId, UserId } from "../../kernel/ids.ts";
import { foldAscii } from "../../kernel/text.ts";

export const ROLES = ["owner", "finance", "support", "developer", "read-only"] as const;

export type Role = (typeof ROLES)[number];

export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}

export type UserLanguage = "tr" | "en";

export const DISABLED_REASONS = ["by_hand", "unused"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** A user who signs in to the panel. */
export type User = {
  readonly userId: UserId;
  /** Absent: an operator of the installation, who sees every merchant. */
  readonly merchantId: MerchantId | undefined;
  /** With a to z in lower case. */
  readonly email: string;
  readonly role: Role;
  readonly language: UserLanguage;
  /** When the second factor was confirmed; absent if there is none. */
  readonly secondFactorSince: Instant | undefined;
  /** True if another user or a command set the password, so that other people may know it. */
  readonly hasTemporaryPassword: boolean;
  readonly disabledAt: Instant | undefined;
  /** `unused`: no sign-in for 90 days. */
  readonly disabledReason: DisabledReason | undefined;
  /** The last sign-in; before the first one, the time when the user was created or enabled. */
  readonly usedAt: Instant;
  readonly createdAt: Instant;
};

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

/**
 * Returns an e-mail address in the form in which it is stored and compared, or undefined if it is
 * not valid.
 */
export function parseEmail(text: string): string | undefined {
  const email = foldAscii(text.trim());
  return EMAIL.test(email) ? email : undefined;
}

/** Every character before the @ is ASCII. */
const ASCII_LOCAL_PART = /^[\x21-\x7e]+@/;

/**
 * Returns the address of a person, as an identity provider verified it, in the form of
 * `parseEmail`; undefined if its local part is not ASCII, which another system may fold otherwise.
 */
export function parseVerifiedEmail(text: string): string | undefined {
  const email = parseEmail(text);
  return email !== undefined && ASCII_LOCAL_PART.test(email) ? email : undefined;
}

export function isOperator(user: Pick<User, "merchantId">): boolean {
  return user.merchantId === undefined;
}
