import type { CardFacts } from "../../domain/card/bin-record.ts";
import type { Session } from "../../domain/session/session.ts";
import type { InstallmentOption } from "../../domain/installment/offer.ts";
import { quoteInstallments } from "../../domain/payment/charge/look-up-card.ts";
import { formatMoney } from "../../page/format.ts";
import { brandName } from "../../page/parts/brand-mark.tsx";
import type { PageKit } from "../page-kit.ts";
import type { QuoteTexts } from "./quote-texts.ts";
import type { ViewContext } from "../view-context.ts";

/** The facts of a card by its BIN, and the installments that it is offered. */
export type Quote = {
  readonly card: CardFacts;
  readonly options: readonly InstallmentOption[];
};

/** Returns the quote for a BIN, or undefined once the session has expired. */
export async function quoteFor(
  kit: PageKit,
  session: Session,
  bin: string,
): Promise<Quote | undefined> {
  const quote = await quoteInstallments(kit, { session, bin, amountMinor: undefined });
  return quote.ok ? quote.value : undefined;
}

export function quoteTexts({ words, language }: ViewContext, quote: Quote): QuoteTexts {
  const { installments } = words;
  const { bankName, brand, program = "", type } = quote.card;
  const issuer = [bankName, brandName(brand)].filter(Boolean).join(" · ");
  const note = type === "debit" || type === "prepaid" ? installments.debit : "";
  // A single option leaves no choice, so it is not listed.
  const options = quote.options.length > 1 ? quote.options : [];
  const found = options.length > 0 ? installments.found(options.length) : note;
  return {
    issuer,
    program,
    note,
    options: options.map((option) => {
      const total = formatMoney(option.total, language);
      const pay = words.card.pay(total);
      const value = optionValue(option);
      if (option.count === 1) {
        const plan = installments.planSingle(options.length - 1);
        return { value, text: installments.single, total, plan, pay };
      }
      const part = formatMoney(option.installment, language);
      const text = installments.option({ count: option.count, part });
      const sum = installments.total(total);
      return { value, text, total: sum, plan: `${text} · ${sum}`, pay };
    }),
    said: [issuer, program, found].filter(Boolean).join(". "),
  };
}

function optionValue({ count, total }: InstallmentOption): string {
  return `${count}-${total.minor}`;
}

/** The chosen number of installments and the displayed total in minor units. */
export type InstallmentChoice = { readonly count: number; readonly totalMinor: bigint | undefined };

const CHOICE = /^([1-9]\d?)-(\d{1,12})$/;

/** Reads the form value; malformed text is a single payment. */
export function readChoice(value: string): InstallmentChoice {
  const [, count, total] = CHOICE.exec(value) ?? [];
  if (count === undefined || total === undefined) return { count: 1, totalMinor: undefined };
  return { count: Number(count), totalMinor: BigInt(total) };
}

/** True if the quote offers this choice at the same total. */
export function isOffered(quote: Quote, { count, totalMinor }: InstallmentChoice): boolean {
  if (count === 1) return true;
  return quote.options.some(
    (option) => option.count === count && option.total.minor === totalMinor,
  );
}
