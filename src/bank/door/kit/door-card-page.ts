import type { DoorAnswer } from "./door-answer.ts";
import { escaped } from "./door-xml.ts";

/** The names that a protocol gives the parts of a card in its forms. */
export type CardFields = readonly [number: string, cvc: string, ...expiry: readonly string[]];

type CardPage = {
  /** The address that takes the merchant's fields together with the card. */
  readonly action: string;
  readonly merchantFields: Readonly<Record<string, string>>;
  readonly names: CardFields;
  /** The expiry in the form of the protocol, a value for each name. */
  readonly expiry: readonly string[];
};

/** The bank's own page for the card, with a test card in it. */
export function cardPage({ action, merchantFields, names, expiry }: CardPage): DoorAnswer {
  const hidden = Object.entries(merchantFields)
    .map(
      ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
    )
    .join("");
  const typed = ["5528790000000008", "000", ...expiry];
  const inputs = names
    .map(
      (name, index) =>
        `<p><label>${name} <input name="${name}" value="${typed[index] ?? ""}"></label></p>`,
    )
    .join("");
  return {
    contentType: "text/html; charset=utf-8",
    body:
      `<!DOCTYPE html><html lang="tr"><head><title>Kart</title></head><body><form method="post" ` +
      `action="${escaped(action)}">${hidden}${inputs}` +
      "<button>Devam / Continue</button></form></body></html>",
  };
}
