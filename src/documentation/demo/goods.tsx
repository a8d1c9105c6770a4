import type { VNode } from "preact";
import type { Language } from "../../kernel/language.ts";
import { textField } from "../../page/fields.ts";

/** An article of the demo shop; prices are in kuruş. */
export type Article = {
  readonly id: string;
  readonly name: Readonly<Record<Language, string>>;
  readonly maker: string;
  readonly price: number;
  readonly picture: VNode;
  /** The quantity in a new basket. */
  readonly wanted: number;
};

/** The largest quantity of one article. */
export const MOST = 9;

const GOODS: readonly Article[] = [
  {
    id: "coffee",
    name: { tr: "Çekirdek kahve, 250 g", en: "Coffee beans, 250 g" },
    maker: "Kavrukhane",
    price: 38_500,
    wanted: 1,
    picture: (
      <>
        <path d="M30 26h40l6 60H24zM30 26l4-10h32l4 10" />
        <ellipse cx="50" cy="58" rx="11" ry="15" />
        <path d="M50 43c-6 9 6 20 0 30" />
      </>
    ),
  },
  {
    id: "cup",
    name: { tr: "Seramik fincan", en: "Ceramic cup" },
    maker: "Avanos Çömlek",
    price: 42_000,
    wanted: 2,
    picture: (
      <>
        <path d="M24 40h44v20a20 20 0 0 1-20 20h-4a20 20 0 0 1-20-20z" />
        <path d="M68 46h6a9 9 0 0 1 0 18h-7" />
        <path d="M18 88h58M38 30c-4-5 4-8 0-14M54 30c-4-5 4-8 0-14" />
      </>
    ),
  },
  {
    id: "filter",
    name: { tr: "Kâğıt filtre, 100 adet", en: "Paper filters, pack of 100" },
    maker: "İnce İş",
    price: 15_990,
    wanted: 0,
    picture: (
      <>
        <path d="M18 28h64L58 66v10H42V66zM34 28l12 38M66 28 54 66M50 28v38" />
        <path d="M36 88h28" />
      </>
    ),
  },
];

/** An article with its quantity. */
export type Line = { readonly good: Article; readonly quantity: number };

/** Reads the basket of a form or an address; missing quantities are those of a new basket. */
export function readBasket(fields: unknown): readonly Line[] {
  return GOODS.map((good) => {
    const text = textField(fields, good.id);
    return { good, quantity: /^\d$/.test(text) ? Number(text) : good.wanted };
  });
}

/** The total price of the basket in kuruş. */
export function totalOf(basket: readonly Line[]): number {
  return basket.reduce((sum, { good, quantity }) => sum + good.price * quantity, 0);
}
