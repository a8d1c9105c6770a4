import type { Instant } from "../../kernel/clock.ts";
import { parseMerchantId, type MerchantId } from "../../kernel/ids.ts";
import { MODES } from "../../domain/merchant/merchant.ts";
import type { LineEntry } from "../../domain/transfer/line-entry.ts";
import type { WaitingLine } from "../../domain/transfer/ports.ts";
import {
  scopeText,
  STATEMENT_SOURCES,
  UNMATCHED_REASONS,
  type BroughtLine,
  type LineOwner,
  type StatementLine,
} from "../../domain/transfer/statement-line.ts";
import type { PostedItem } from "../ledger/batched-postings.ts";
import type { Column } from "../../database/mapping/columns.ts";
import { column, optional, record, type Mapping } from "../../database/mapping/mapping.ts";
import { text, type Row } from "../../database/mapping/rows.ts";

const SCOPE: Mapping<LineOwner | undefined> = {
  columns: [["scope", "text", (scope) => scopeText({ scope })]],
  read: (row) => readScope(text(row, "scope")),
};

/** A line as a statement or a bank's feed brought it. */
export const LINE = record<Omit<StatementLine, "isNumbered">>({
  scope: SCOPE,
  account: column.text("account"),
  bankKey: column.text("bank_key"),
  source: column.oneOf("source", STATEMENT_SOURCES),
  amount: column.money("amount"),
  description: column.text("description"),
  senderName: optional(column.text("sender_name")),
  senderIban: optional(column.text("sender_iban")),
  bookedAt: column.instant("booked_at"),
  uploadedBy: optional(column.id("uploaded_by")),
});

/** The primary key of a line. */
export const LINE_KEY: readonly Column<StatementLine>[] = [
  ["scope", "text", scopeText],
  ["account", "text", ({ account }) => account],
  ["bank_key", "text", ({ bankKey }) => bankKey],
];

export const OWNER = record<LineOwner>({
  merchantId: column.id("merchant_id"),
  mode: column.oneOf("mode", MODES),
});

/** An unmatched line with the column `remaining`, the amount that no payment uses. */
export const WAITING_LINE = record<WaitingLine>({
  line: LINE,
  reason: column.oneOf("reason", UNMATCHED_REASONS),
  owner: optional(OWNER, "merchant_id"),
  orderId: optional(column.id("order_id")),
  remaining: column.money("remaining"),
});

export const BROUGHT_LINE = record<BroughtLine>({
  scope: column.text("scope"),
  state: column.text("state"),
  isAssigned: column.flag("is_assigned"),
  merchantId: optional(column.text("merchant_id")),
  mode: optional(column.text("mode")),
});

/** The primary key of a row: scope, account and bank key. */
export function keyOfRow(row: Row): readonly string[] {
  return [text(row, "scope"), text(row, "account"), text(row, "bank_key")];
}

export function keyOfLine(line: StatementLine): readonly string[] {
  return [scopeText(line), line.account, line.bankKey];
}

/** A primary key as one text. */
export function keyText(key: readonly string[]): string {
  return JSON.stringify(key);
}

/** The postings of a line, as they are written at a time. */
export function postedLine({ owner, entryId, postings }: LineEntry, at: Instant): PostedItem {
  return { entry: { ...owner, entryId, at }, postings };
}

/** The merchant that brought the line of a row, or undefined for a bank's own feed. */
export function merchantOfScope(row: Row): MerchantId | undefined {
  return parseMerchantId(text(row, "scope").split(" ")[0] ?? "");
}

function readScope(scope: string): LineOwner | undefined {
  if (scope === "") return undefined;
  const [id = "", ...rest] = scope.split(" ");
  const merchantId = parseMerchantId(id);
  const mode = MODES.find((one) => one === rest.join(" "));
  if (merchantId === undefined || mode === undefined) {
    throw new Error(`Invariant broken: column scope holds a merchant and a mode, not "${scope}"`);
  }
  return { merchantId, mode };
}
