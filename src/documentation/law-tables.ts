import { COMMISSION_CAPS } from "../domain/law/commission-cap.ts";
import type { DatedRule } from "../domain/law/dated-rule.ts";
import { INSTALLMENT_RULES, type InstallmentRule } from "../domain/law/installment-law.ts";
import { WITHDRAWAL } from "../domain/law/withdrawal.ts";
import type { Language } from "../kernel/language.ts";
import { lawWords } from "../page/law-words.ts";
import { formatRate } from "../page/parts/numbers.ts";
import { sections, table } from "./markdown.ts";

const HEADS = {
  tr: ["kural", "sınır", "geçerli", "kaynağın günü", "kaynak"],
  en: ["rule", "limit", "in force since", "day of the source", "source"],
} as const;

const WORDS = {
  tr: {
    creditcard: "kredi kartı, tek çekim: komisyon / ödeme günü",
    debitcard: "banka kartı: komisyon / ödeme günü",
    withdrawal: "cayma sonrası iade",
    days: (count: number) => `${count} gün`,
    cards: { individual: "bireysel kart", commercial: "ticari kart" },
    count: (count: number) => (count === 1 ? "tek çekim" : `${count} taksit`),
  },
  en: {
    creditcard: "credit card in one part: commission / days until the payout",
    debitcard: "debit card: commission / days until the payout",
    withdrawal: "refund after a withdrawal",
    days: (count: number) => `${count} days`,
    cards: { individual: "cards of persons", commercial: "cards of companies" },
    count: (count: number) => (count === 1 ? "one payment" : `${count} installments`),
  },
};

/** The rules of the law that the service knows, each with its day and its source. */
export function lawTables(language: Language): string {
  const words = WORDS[language];
  const caps = COMMISSION_CAPS.map((cap) => [
    words[cap.paymentType],
    `${formatRate(cap.rateBasisPoints, language)} / ${words.days(cap.valueDays)}`,
    ...dated(cap),
  ]);
  const withdrawal = [words.withdrawal, words.days(WITHDRAWAL.days), ...dated(WITHDRAWAL)];
  const goods = INSTALLMENT_RULES.map((rule) => [
    goodsName(rule, language),
    words.count(rule.countMax),
    ...dated(rule),
  ]);
  return sections(table(HEADS[language], [...caps, withdrawal, ...goods])).trim();
}

function dated({ validFrom, toldOn, source }: DatedRule): readonly string[] {
  return [validFrom, toldOn, source];
}

function goodsName({ kind, cardCategory }: InstallmentRule, language: Language): string {
  const name = lawWords[language].goods[kind];
  return cardCategory === undefined
    ? `${name} (\`${kind}\`)`
    : `${name} (\`${kind}\`), ${WORDS[language].cards[cardCategory]}`;
}
