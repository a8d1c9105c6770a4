import { randomText } from "../kernel/ids.ts";
import type { Random } from "../kernel/random.ts";

const LENGTH = { min: 12, max: 128 } as const;
const GROUPS = 4;
const GROUP = 5;

export type PasswordWeakness = "too_short" | "too_long" | "too_plain";

/** What is wrong with a password that somebody chose; length is what counts (NIST SP 800-63B). */
export function passwordWeakness(password: string, email: string): PasswordWeakness | undefined {
  const { length } = Array.from(password);
  if (length < LENGTH.min) return "too_short";
  if (length > LENGTH.max) return "too_long";
  const [name = ""] = email.split("@");
  const rest = password.toLowerCase().replaceAll(name, "");
  return new Set(rest).size < 5 ? "too_plain" : undefined;
}

/** 100 random bits in groups that can be read out: `k3m9x-…`. */
export function newPassword(random: Random): string {
  return Array.from({ length: GROUPS }, () => randomText(random, GROUP)).join("-");
}
