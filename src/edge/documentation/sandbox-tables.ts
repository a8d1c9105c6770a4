import type { Language } from "../../checkout/session.ts";
import { PUBLIC_DECLINE_CODES } from "../../payment/decline.ts";
import { DECLINE_RESULT_CODES, RESULT_CODE } from "../http/schema/result-codes.ts";
import { DECLINE_TEXTS } from "../http/result-texts.ts";
import type { SandboxCard } from "../page/sandbox-card.ts";
import { brandName } from "../page/parts/brand-mark.tsx";
import { CARD_TEXTS, HEADS, RESULT_TEXTS } from "./sandbox-texts.ts";
import { cell, code, table } from "./markdown.ts";

/** Groups the digits of a number as on the card. */
function spaced({ number, brand }: SandboxCard): string {
  const groups = brand === "amex" ? /^(\d{4})(\d{6})(\d{5})$/ : /(\d{4})(?=\d)/g;
  return brand === "amex" ? number.replace(groups, "$1 $2 $3") : number.replace(groups, "$1 ");
}

export function cardTable(cards: readonly SandboxCard[], language: Language): string {
  const rows = cards.map((card) => {
    const { decline, ...texts } = CARD_TEXTS[card.behaviour];
    const lost = card.behaviour === "answer_lost" ? RESULT_CODE.redirect : RESULT_CODE.success;
    return [
      code(spaced(card)),
      [card.bank, brandName(card.brand), card.type, card.program].filter(Boolean).join(", "),
      decline === undefined ? "" : `[${code(decline)}](#${decline})`,
      code(String(decline === undefined ? lost : DECLINE_RESULT_CODES[decline])),
      texts[language],
    ];
  });
  return table(HEADS.cards[language], rows);
}

export function declineTable(language: Language): string {
  const rows = PUBLIC_DECLINE_CODES.map((reason) => [
    code(reason),
    code(String(DECLINE_RESULT_CODES[reason])),
    cell(DECLINE_TEXTS[reason].en),
    cell(DECLINE_TEXTS[reason].tr),
  ]);
  return table(HEADS.declines[language], rows);
}

export function resultTable(language: Language): string {
  const rows = Object.entries(RESULT_TEXTS).map(([name, texts]) => [
    code(String(Object.entries(RESULT_CODE).find(([key]) => key === name)?.[1])),
    texts[language],
  ]);
  return table(HEADS.results[language], rows);
}
