import type { Currency } from "../../../kernel/currency.ts";
import { decimalParts } from "../../../kernel/decimal.ts";
import type { Money } from "../../../kernel/money.ts";
import type { Entry } from "../../entry.ts";
import type { ChangeRefusal } from "./door-changes.ts";

/** The host key has 18 digits; the book's reference has twelve. */
const HOST_SUFFIX = "000191";

export function hostLogKeyOf(entry: Entry): string {
  return entry.reference + HOST_SUFFIX;
}

const NAMES: Readonly<Record<string, Currency>> = { TL: "TRY", US: "USD", EU: "EUR" };

export function currencyOf(name: string): Currency | undefined {
  return NAMES[name];
}

export function currencyName(currency: Currency): string {
  return Object.entries(NAMES).find(([, one]) => one === currency)?.[0] ?? currency;
}

/** `1.234,56`, the form of amounts in inquiries. */
export function turkishAmount({ minor }: Money): string {
  const { whole, fraction } = decimalParts(minor, 2);
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) {
    groups.unshift(whole.slice(Math.max(end - 3, 0), end));
  }
  return `${groups.join(".")},${fraction}`;
}

/** The masked card number, such as `4506 34** **** 4637`. */
export function maskOf({ card }: Entry): string {
  if (card === undefined) return "";
  return `${card.bin.slice(0, 4)} ${card.bin.slice(4, 6)}** **** ${card.lastFour}`;
}

/** The host's code and text for a change that it refuses. */
export function refusedChange(reason: ChangeRefusal): readonly [code: string, text: string] {
  switch (reason) {
    case "voided":
      return ["0220", "IPTAL ISLEMI YAPILMIS"];
    case "too_much":
    case "nothing_left":
    case "other_currency":
      return ["0205", "TUTAR HATALI"];
    case "settled":
      return ["0211", "BATCH KAPALI"];
    case "not_settled":
      return ["0411", "FINANSAL DEGIL"];
    case "refused":
      return ["0057", "RED-ONAYLANMADI"];
    case "not_held":
      return ["0200", "GECERSIZ DURUM"];
    default:
      return ["0123", "ORJINAL KAYIT BULUNAMADI"];
  }
}
