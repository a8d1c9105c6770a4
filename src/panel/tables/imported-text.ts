import type { Language } from "../../kernel/language.ts";
import type { SetAside } from "../../domain/table/table-row.ts";
import { tableWords } from "./words.ts";

const TOLD = 5;

/** The sentence about an import, with the first lines that were left out and why. */
export function importedText(
  language: Language,
  text: string,
  setAside: readonly SetAside[],
): string {
  if (setAside.length === 0) return text;
  const words = tableWords[language];
  const lines = setAside
    .slice(0, TOLD)
    .map(({ line, reason }) => `${words.problem(line)}: ${reason}`);
  const more = setAside.length > TOLD ? [words.more(setAside.length - TOLD)] : [];
  return `${text} ${words.setAside(setAside.length, [...lines, ...more].join("; "))}`;
}
