import { randomText } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import { foldForGuessing, withoutPatterns } from "./password-patterns.ts";

const LENGTH = { min: 12, max: 128 } as const;
const GROUPS = 4;
const GROUP = 5;
/** The least number of characters that must remain after all predictable parts are removed. */
const UNGUESSED_MIN = 6;
/** Shorter parts of an e-mail address or a name occur in too many words to be refused. */
const NAME_MIN = 4;
const PRODUCT = "vezne";

/** Common words and passwords, in the form of `foldForGuessing`. */
export interface CommonPasswords {
  has(folded: string): boolean;
}

export type PasswordWeakness =
  | "too_short"
  | "too_long"
  | "one_kind"
  | "too_plain"
  | "too_common"
  | "has_name"
  | "used_before";

export type PasswordOwner = {
  readonly email: string;
  /** Name of the user's merchant; absent for an operator. */
  readonly merchantName: string | undefined;
};

/**
 * Returns the weakness of a password (PCI DSS 8.3.6, NIST SP 800-63B), or `undefined` if it is
 * accepted.
 */
export function passwordWeakness(
  password: string,
  owner: PasswordOwner,
  common: CommonPasswords,
): PasswordWeakness | undefined {
  const { length } = Array.from(password);
  if (length < LENGTH.min) return "too_short";
  if (length > LENGTH.max) return "too_long";
  if (!/\p{L}/u.test(password) || !/\p{Nd}/u.test(password)) return "one_kind";
  const plain = withoutPatterns(password);
  if (isGuessed(plain)) return "too_plain";
  const nameless = namesOf(owner).reduce((rest, name) => rest.replaceAll(name, " "), plain);
  if (isGuessed(nameless)) return "has_name";
  const word = longestCommon(plain, common);
  return word !== undefined && isGuessed(plain.replaceAll(word, " ")) ? "too_common" : undefined;
}

/** Returns a password of 100 random bits, in groups that can be read out: `k3m9x-…`. */
export function newPassword(random: Random): string {
  return Array.from({ length: GROUPS }, () => randomText(random, GROUP)).join("-");
}

function isGuessed(rest: string): boolean {
  return Array.from(rest.replace(/\s/g, "")).length < UNGUESSED_MIN;
}

function namesOf({ email, merchantName }: PasswordOwner): readonly string[] {
  const parts = [...email.split(/[^\p{L}\p{N}]+/u), ...(merchantName ?? "").split(/\s+/), PRODUCT];
  return parts
    .map(foldForGuessing)
    .filter((part) => part.length >= NAME_MIN)
    .toSorted((left, right) => right.length - left.length);
}

/**
 * Returns the longest common word in the text. Only one word is removed, because several words
 * together make a good passphrase.
 */
function longestCommon(folded: string, common: CommonPasswords): string | undefined {
  const letters = Array.from(folded);
  for (let length = letters.length; length >= NAME_MIN; length -= 1) {
    for (let from = 0; from + length <= letters.length; from += 1) {
      const word = letters.slice(from, from + length).join("");
      if (common.has(word)) return word;
    }
  }
  return undefined;
}
