import type { Language } from "../../kernel/language.ts";
import { decimalText } from "../../kernel/decimal.ts";
import { localTime, type Cell, type Row, type Table } from "./cell.ts";
import { harmlessText } from "../../domain/report/formula.ts";

type Notation = {
  readonly language: Language;
  readonly timeZone: string;
};

/**
 * A table as the text file that Excel of the language opens by a double click: UTF-8 with a byte
 * order mark, local times, and for Turkish semicolons between fields and a decimal comma.
 */
export async function* separatedFile(table: Table, notation: Notation): AsyncGenerator<string> {
  const separator = notation.language === "tr" ? ";" : ",";
  const line = (fields: readonly string[]): string => `${fields.join(separator)}\r\n`;
  const lineOf = (row: Row): string => line(row.map((cell) => fieldOf(cell, notation)));
  yield `\ufeff${line(table.heads.map(quoted))}`;
  for await (const rows of table.blocks) yield rows.map(lineOf).join("");
}

function fieldOf(cell: Cell, { language, timeZone }: Notation): string {
  switch (cell?.kind) {
    case "text":
      return quoted(harmlessText(cell.text));
    case "number":
      return String(cell.number);
    case "amount": {
      const text = decimalText(cell.minor, cell.exponent);
      return language === "tr" ? text.replace(".", ",") : text;
    }
    case "moment": {
      const { year, month, day, hour, minute } = localTime(cell.at, timeZone);
      const date = [day, month, year].join(language === "tr" ? "." : "/");
      return `${date} ${hour}:${minute}`;
    }
    case undefined:
      return "";
  }
}

// A spreadsheet of another language reads the file with another separator.
function quoted(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
