import type { Language } from "../kernel/language.ts";
import type { Json } from "../http/openapi/schema-writer.ts";
import type { SandboxCard } from "../page/sandbox-card.ts";
import type { ApiOperation } from "./api-operations.ts";
import type { DocPage } from "./doc-page.ts";
import { eventTable, eventTables } from "./event-tables.ts";
import { GUIDES } from "./guide-list.ts";
import { lawTables } from "./law-tables.ts";
import { parityTable, type Servings } from "./parity.ts";
import { quickstartTabs } from "./quickstart.ts";
import { cardTables, declineTable, resultTable } from "./sandbox-tables.ts";
import { moveTable, statusTable } from "./state-table.ts";

export type GuideFacts = {
  readonly document: Json;
  readonly operations: readonly ApiOperation[];
  readonly publicUrl: string;
  readonly sandboxCards: readonly SandboxCard[];
  /** Reads from the sources how each promise is kept in test and in live mode. */
  readonly servings: () => Servings;
  /** The text of each guide by its file. */
  readonly texts: ReadonlyMap<string, string>;
};

export function guidePages(facts: GuideFacts): readonly DocPage[] {
  return GUIDES.map(({ path, file, section, language, summary, twin }) => {
    const text = facts.texts.get(file) ?? "";
    const [, title = ""] = /^# (.*)/.exec(text) ?? [];
    const markdown = (): string => fill(facts, text, language);
    return { path, title, summary, section, language, twin, isListed: true, markdown };
  });
}

/** Replaces the placeholders by the public address, by tables of data and by samples. */
function fill(facts: GuideFacts, text: string, language: Language): string {
  const { document, publicUrl, sandboxCards } = facts;
  const tables: Readonly<Record<string, () => string>> = {
    cards: () => cardTables(sandboxCards, language),
    declines: () => declineTable(language),
    events: () => eventTable(document, language),
    law: () => lawTables(language),
    moves: () => moveTable(language),
    notices: () => eventTables(document, language),
    parity: () => parityTable(facts.servings(), language),
    results: () => resultTable(language),
    statuses: () => statusTable(language),
  };
  return withCode(facts.texts, text)
    .replaceAll("https://pay.example", publicUrl)
    .replace(/^<!-- (\w+) -->$/gm, (mark, name: string) => tables[name]?.() ?? mark)
    .replace(
      /^<!-- step (\w+) -->$/gm,
      (mark, name: string) => quickstartTabs({ ...facts, language }, name) ?? mark,
    );
}

/**
 * Puts the code of other guides into a text, so that both languages of a guide have the same code:
 * `<!-- code client.md 3 -->` is the fourth code block of `client.md`.
 */
function withCode(texts: GuideFacts["texts"], text: string): string {
  return text.replace(/^<!-- code (\S+) (\d+) -->$/gm, (mark, file: string, place: string) => {
    const blocks = (texts.get(file) ?? "").split(/^(?=```\w)|(?<=^```)$/m);
    return blocks.filter((block) => /^```\w/.test(block))[Number(place)] ?? mark;
  });
}
