import type { Currency } from "../../kernel/currency.ts";
import type { Payer } from "../../domain/payment/acquirer.ts";
import { currencyNumber } from "../kit/amounts.ts";
import { asciiName } from "../kit/ascii.ts";
import { ipv4Of } from "../kit/ipv4.ts";

/** BOA writes currencies with four digits: `0949`. */
export function boaCurrency(currency: Currency): string {
  return currencyNumber(currency).padStart(4, "0");
}

/** The bank's own number of a purchase; 0 means that there is none. */
export function isOrderNumber(text: string): boolean {
  return /^[1-9]\d{0,17}$/.test(text);
}

/** `MD`, by which the bank finds the authentication: printable characters without blanks. */
export function isAuthentication(text: string): boolean {
  return /^[\u0021-\u007e]{1,4096}$/.test(text);
}

/** `Satış (1)` is 1; a number without a text is itself. */
export function numberInBrackets(text: string): string {
  return /\((\d{1,4})\)\s*$/.exec(text)?.[1] ?? (/^\d{1,4}$/.test(text) ? text : "");
}

const ABSENT_IP = "127.0.0.1";
/** Turkish mobile numbers have ten digits after the country code. */
const LOCAL_DIGITS = 10;

export type BoaPayer = {
  readonly name: string;
  readonly email: string;
  readonly phone: { readonly cc: string; readonly subscriber: string };
  readonly ipAddress: string;
};

/** The customer as far as the session names one; the holder's name stands in for an absent name. */
export function boaPayer({ name, email, phone, network }: Payer, holderName: string): BoaPayer {
  const digits = (phone ?? "").replace(/\D/g, "");
  const countryCode = digits.slice(0, -LOCAL_DIGITS).replace(/^0+/, "");
  return {
    name: asciiName(name ?? holderName, 50),
    email: email ?? "",
    phone: {
      cc: countryCode === "" ? "90" : countryCode,
      subscriber: digits.slice(-LOCAL_DIGITS),
    },
    ipAddress: ipv4Of(network) ?? ABSENT_IP,
  };
}
