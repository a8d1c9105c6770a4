import type { VNode } from "preact";
import type { CardBrand } from "../../domain/card/card-number.ts";

type AcceptedBrand = "visa" | "mastercard" | "troy" | "amex";

/** The accepted card brands with their display names. */
export const ACCEPTED_BRANDS: readonly { brand: AcceptedBrand & CardBrand; name: string }[] = [
  { brand: "visa", name: "Visa" },
  { brand: "mastercard", name: "Mastercard" },
  { brand: "troy", name: "Troy" },
  { brand: "amex", name: "American Express" },
];

/** The strokes of each letter: a text would look as the device's fonts make it, and load them. */
const STROKES = {
  visa: [
    "M8.2 8.6 11 17l3.4-8.4",
    "M18 8.2v9.6",
    "M27 10.4C25.8 8.6 21.9 8.5 21.9 11c0 2.4 5.3 1.6 5.3 4.4 0 2.4-4.4 2.5-5.7.6",
    "M29 17.8l3-9.4 3 9.4M30 15.3h4",
  ].join(""),
  troy: [
    "M8.6 7v7.8q0 2.2 2.6 2M6 9.9h5",
    "M14.5 17.6V9.9m0 3.3q.5-3.1 3.6-2.9",
    "M26.1 13.6a3.1 3.3 0 1 1-6.2 0 3.1 3.3 0 1 1 6.2 0z",
    "M28.3 9.9l2.9 6.7M34 9.9l-3.6 9q-.5 1.3-2.5 1",
  ].join(""),
  amex: [
    "M5.6 17 8.4 9.2 11.2 17M6.7 14.5h3.4",
    "M14 17V9.6l3.1 4.6 3.1-4.6V17",
    "M28 9.6h-4.5v6.8H28M23.5 13h4",
    "M30 9l5 8M35 9l-5 8",
  ].join(""),
} as const;

const MARKS: Readonly<Record<AcceptedBrand, VNode>> = {
  visa: <path class="mark-visa" transform="translate(3.2) skewX(-14)" d={STROKES.visa} />,
  mastercard: (
    <>
      <circle cx="15.5" cy="13" r="7" class="mark-red" />
      <circle cx="24.5" cy="13" r="7" class="mark-amber" />
      <path d="M20 7.64a7 7 0 0 1 0 10.72 7 7 0 0 1 0-10.72z" class="mark-orange" />
    </>
  ),
  troy: <path class="mark-troy" d={STROKES.troy} />,
  amex: (
    <>
      <rect width="40" height="26" rx="4" class="mark-blue" />
      <path class="mark-amex" d={STROKES.amex} />
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
