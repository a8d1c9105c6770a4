import type { VNode } from "preact";
import type { CardBrand } from "../../../card/card-number.ts";

type AcceptedBrand = "visa" | "mastercard" | "troy" | "amex";

/** The accepted card brands with their display names. */
export const ACCEPTED_BRANDS: readonly { brand: AcceptedBrand & CardBrand; name: string }[] = [
  { brand: "visa", name: "Visa" },
  { brand: "mastercard", name: "Mastercard" },
  { brand: "troy", name: "Troy" },
  { brand: "amex", name: "American Express" },
];

const MARKS: Readonly<Record<AcceptedBrand, VNode>> = {
  visa: (
    <text x="20" y="18" textLength="27" lengthAdjust="spacingAndGlyphs" class="mark-visa">
      VISA
    </text>
  ),
  mastercard: (
    <>
      <circle cx="15.5" cy="13" r="7" class="mark-red" />
      <circle cx="24.5" cy="13" r="7" class="mark-amber" />
      <path d="M20 7.64a7 7 0 0 1 0 10.72 7 7 0 0 1 0-10.72z" class="mark-orange" />
    </>
  ),
  troy: (
    <text x="20" y="17.5" textLength="26" lengthAdjust="spacingAndGlyphs" class="mark-troy">
      troy
    </text>
  ),
  amex: (
    <>
      <rect width="40" height="26" rx="4" class="mark-blue" />
      <text x="20" y="17" textLength="30" lengthAdjust="spacingAndGlyphs" class="mark-amex">
        AMEX
      </text>
    </>
  ),
};

/** A small card in the brand's colours. */
export function BrandMark({ brand, name }: (typeof ACCEPTED_BRANDS)[number]) {
  return (
    <svg class="brand" viewBox="0 0 40 26" focusable="false" role="img" aria-label={name}>
      <rect x=".5" y=".5" width="39" height="25" rx="4" class="mark-paper" />
      {MARKS[brand]}
    </svg>
  );
}

const OTHER_NAMES: Readonly<Partial<Record<CardBrand, string>>> = {
  maestro: "Maestro",
  jcb: "JCB",
  unionpay: "UnionPay",
};

export function brandName(brand: CardBrand): string | undefined {
  return ACCEPTED_BRANDS.find((accepted) => accepted.brand === brand)?.name ?? OTHER_NAMES[brand];
}
