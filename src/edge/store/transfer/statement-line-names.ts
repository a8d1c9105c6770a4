import { parseMerchantId } from "../../../kernel/ids.ts";
import { lineId, type LineOwner, type StatementLine } from "../../../transfer/statement-line.ts";

/** Who brought a line, as the table has it. */
export function scopeText({ scope }: StatementLine): string {
  return scope === undefined ? "" : `${scope.merchantId} ${scope.mode}`;
}

export function readScope(scope: string): LineOwner | undefined {
  const [id = "", mode] = scope.split(" ");
  const merchantId = parseMerchantId(id);
  if (merchantId === undefined) return undefined;
  return { merchantId, mode: mode === "live" ? "live" : "test" };
}

/** The books' name for what became of a line. */
export function entryIdOf(what: "line" | "return", line: StatementLine): string {
  const scope = scopeText(line);
  return `${what} ${lineId(line)}${scope === "" ? "" : ` ${scope}`}`;
}
