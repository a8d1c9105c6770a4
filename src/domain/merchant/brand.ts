import { BOUNDS } from "../../kernel/bounds.ts";
import { isStorable } from "../../kernel/text.ts";
import type { Accent, AccentProblem } from "./accent.ts";
import type { Logo, LogoProblem } from "./logo.ts";

/** A merchant's appearance to its customers; for absent values, Vezne's own appearance is used. */
export type Brand = {
  /** Replaces the merchant's name on pages for customers. */
  readonly displayName: string | undefined;
  readonly accent: Accent | undefined;
  /** Address of the merchant's terms of sale. */
  readonly termsUrl: string | undefined;
  /** Address of the merchant's privacy notice, in Turkey the "KVKK aydınlatma metni". */
  readonly privacyUrl: string | undefined;
  /** The merchant's legal name, address and telephone, in one line; printed on receipts. */
  readonly contact: string | undefined;
  readonly logo: ShownLogo | undefined;
};

/** A logo without its bytes: its address and its dimensions. */
export type ShownLogo = Omit<Logo, "bytes"> & {
  /** Digest of the bytes, in hexadecimal; it is part of the picture's address. */
  readonly digest: string;
};

export const PLAIN_BRAND: Brand = {
  displayName: undefined,
  accent: undefined,
  termsUrl: undefined,
  privacyUrl: undefined,
  contact: undefined,
  logo: undefined,
};

export const BRAND_FIELDS = [
  "displayName",
  "accent",
  "accentDark",
  "termsUrl",
  "privacyUrl",
  "contact",
  "logo",
] as const;

export type BrandField = (typeof BRAND_FIELDS)[number];

export type BrandText = "displayName" | "contact";
export type BrandAddress = "termsUrl" | "privacyUrl";

/** Why one field of a brand is refused. */
export type BrandProblem =
  | { readonly field: BrandText; readonly problem: "wrong_length" | "hidden_characters" }
  | { readonly field: BrandAddress; readonly problem: "not_a_web_address" }
  | { readonly field: "logo"; readonly problem: LogoProblem }
  | ({ readonly field: "accent" | "accentDark" } & (
      | AccentProblem
      | { readonly problem: "not_a_colour" | "without_accent" }
    ));

/** Most characters of each text. */
export const BRAND_TEXT_MAX: Readonly<Record<BrandText, number>> = {
  displayName: 80,
  contact: 200,
};

// Control characters, and characters that change the direction of the surrounding text.
const HIDDEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

export function checkBrandText(field: BrandText, text: string): BrandProblem | undefined {
  const { length } = text;
  if (length === 0 || length > BRAND_TEXT_MAX[field]) return { field, problem: "wrong_length" };
  const isHidden = HIDDEN.test(text) || !isStorable(text);
  return isHidden ? { field, problem: "hidden_characters" } : undefined;
}

/**
 * Returns the address in the form that browsers write, or `undefined` for one that is not safe to
 * link to.
 */
export function readWebAddress(text: string): string | undefined {
  if (text.length > BOUNDS.urlMax || !/^https?:\/\/[^\p{Cc}\s\\]+$/iu.test(text)) return undefined;
  if (!URL.canParse(text)) return undefined;
  const { href, username, password } = new URL(text);
  return username === "" && password === "" ? href : undefined;
}
