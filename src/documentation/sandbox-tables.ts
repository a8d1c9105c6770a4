import { groupDigits } from "../domain/card/group-digits.ts";
import type { Language } from "../kernel/language.ts";
import type { CardBehaviour } from "../kernel/card-behaviour.ts";
import { PUBLIC_DECLINE_CODES } from "../domain/payment/decline.ts";
import { DECLINE_RESULT_CODES, RESULT_CODE } from "../http/schema/result-codes.ts";
import { DECLINE_TEXTS } from "../http/pay/result-texts.ts";
import type { SandboxCard } from "../page/sandbox-card.ts";
import { brandName } from "../page/parts/brand-mark.tsx";
import { CARD_GROUPS, CARD_TEXTS, CARD_TYPES, HEADS, RESULT_TEXTS } from "./sandbox-texts.ts";
import { cell, code, sections, table } from "./markdown.ts";

type CardGroup = keyof typeof CARD_GROUPS;

/** The test cards by what they are for, each group with a heading and the columns that it needs. */
export function cardTables(cards: readonly SandboxCard[], language: Language): string {
  const parts = Object.entries(CARD_GROUPS).map(([group, { title, note, head }]) => {
    const rows = cards
      .filter(({ behaviour }) => groupOf(behaviour) === group)
      .map((card) => [code(groupDigits(card.number)), ...aboutCard(card, language)]);
    if (rows.length === 0) return "";
    return sections(`### ${title[language]}`, note[language], table(head[language], rows)).trim();
  });
  return sections(...parts).trim();
}

function groupOf(behaviour: CardBehaviour): CardGroup {
  const { decline } = CARD_TEXTS[behaviour];
  if (decline === undefined) return behaviour === "approved" ? "approved" : "faults";
  return decline.startsWith("three_d_secure_") ? "authentication" : "declined";
}

/** The cells behind the number. */
function aboutCard(card: SandboxCard, language: Language): readonly string[] {
  const { decline, ...texts } = CARD_TEXTS[card.behaviour];
  if (decline !== undefined) return [`[${code(decline)}](#${decline})`, texts[language]];
  if (card.behaviour !== "approved") return [code(String(firstAnswer(card))), texts[language]];
  const issuer = [card.bank, card.program].filter(Boolean).join(" ");
  return [[issuer, brandName(card.brand), CARD_TYPES[language][card.type]].join(", ")];
}

/** The `status` in the answer to a payment that ends with money. */
function firstAnswer({ behaviour }: SandboxCard): number {
  return behaviour === "answer_lost" ? RESULT_CODE.redirect : RESULT_CODE.success;
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
