import type { CardBrand } from "../../domain/card/card-number.ts";
import { bankText } from "./bank-text.ts";

const MOST_CHARACTERS = 100;

/** A bank's word about a card, or undefined for an empty one. */
export function cardText(text: string | undefined): string | undefined {
  const word = bankText(text).slice(0, MOST_CHARACTERS);
  return word === "" ? undefined : word;
}

const BRANDS: Readonly<Record<string, CardBrand>> = {
  VISA: "visa",
  MASTERCARD: "mastercard",
  AMEX: "amex",
  TROY: "troy",
};

/** The brand by a bank's word for the scheme; undefined for another word. */
export function brandOfWord(word: string | undefined): CardBrand | undefined {
  return BRANDS[word ?? ""];
}
