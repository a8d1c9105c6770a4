import { BOUNDS } from "../kernel/bounds.ts";
import { isStorable } from "../kernel/text.ts";
import type { Accent, AccentProblem } from "./accent.ts";
import type { Logo, LogoProblem } from "./logo.ts";

/** How a merchant looks to its customers; whatever is absent looks like Vezne. */
export type Brand = {
  /** Shown in place of the merchant's name. */
  readonly displayName: string | undefined;
  readonly accent: Accent | undefined;
  /** Where the merchant's terms of sale can be read. */
  readonly termsUrl: string | undefined;
  readonly logo: ShownLogo | undefined;
};

/** A logo without its bytes: where it is found and how much room it takes. */
export type ShownLogo = Omit<Logo, "bytes"> & {
  /** Hex, of the bytes; it is part of the picture's address. */
  readonly digest: string;
};

export const PLAIN_BRAND: Brand = {
  displayName: undefined,
  accent: undefined,
  termsUrl: undefined,
  logo: undefined,
};

export type BrandField = "displayName" | "accent" | "accentDark" | "termsUrl" | "logo";

/** Why one field of a brand can't be as it was asked for. */
export type BrandProblem =
  | { readonly field: "displayName"; readonly problem: "wrong_length" | "hidden_characters" }
  | { readonly field: "termsUrl"; readonly problem: "not_a_web_address" }
  | { readonly field: "logo"; readonly problem: LogoProblem }
  | ({ readonly field: "accent" | "accentDark" } & (
      | AccentProblem
      | { readonly problem: "not_a_colour" | "without_accent" }
    ));

export const DISPLAY_NAME_MAX = 80;

// Control characters, and those that turn the direction of the text around them.
const HIDDEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

export function checkDisplayName(text: string): BrandProblem | undefined {
  const field = "displayName";
  const { length } = text;
  if (length === 0 || length > DISPLAY_NAME_MAX) return { field, problem: "wrong_length" };
  const isHidden = HIDDEN.test(text) || !isStorable(text);
  return isHidden ? { field, problem: "hidden_characters" } : undefined;
}

/** The address as browsers write it, `undefined` for one that a customer should not be led to. */
export function readTermsUrl(text: string): string | undefined {
  if (text.length > BOUNDS.urlMax || !/^https?:\/\/[^\p{Cc}\s\\]+$/iu.test(text)) return undefined;
  if (!URL.canParse(text)) return undefined;
  const { href, username, password } = new URL(text);
  return username === "" && password === "" ? href : undefined;
}
