import type { Language } from "../../kernel/language.ts";
import { instant, SECOND } from "../../kernel/clock.ts";
import { isCurrency } from "../../kernel/currency.ts";
import { money } from "../../kernel/money.ts";
import type { AuditEntry } from "../../domain/merchant/audit.ts";
import { isRole } from "../../domain/merchant/user.ts";
import { formatMoney } from "../../page/format.ts";
import { formatLength, formatNumber } from "../../page/parts/numbers.ts";
import { formatMoment } from "../../page/parts/when.tsx";
import { roleWords } from "../words/role.ts";
import { shell } from "../words/shell.ts";
import { changeWords } from "./change-words.ts";
import { fieldWords } from "./field-words.ts";

export type Reader = { readonly language: Language; readonly timeZone: string };

type Sides = Pick<AuditEntry, "before" | "after">;
type Side = AuditEntry["before"];

/** Fields that other parts of the text contain, or that only programs use. */
const UNNAMED = new Set(["currency", "request_id"]);
/** Amounts in minor units, whose currency is that of the entry if it names one. */
const AMOUNTS = new Set([
  "amount",
  "amount_max",
  "amount_min",
  "max_amount",
  "min_amount",
  "refundApprovalAbove",
  "refunded_amount",
]);
const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** An entry's sentence about money or time, and its other fields by name and value. */
export function changeText(entry: AuditEntry, reader: Reader): string {
  const sentence = sentenceOf(entry, reader);
  const { before, after } = entry;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const others = names
    .filter((name) => !UNNAMED.has(name) && sentence?.told.includes(name) !== true)
    .flatMap((name) => fieldText(name, entry, reader));
  return [...(sentence?.parts ?? []), ...others].join(" · ");
}

type Sentence = { readonly parts: readonly string[]; readonly told: readonly string[] };

const OF_AMOUNT = {
  "refund.made": "refundMade",
  "refund.requested": "refundRequested",
  "refund.approved": "refundApproved",
  "refund.rejected": "refundRejected",
  "payment.captured": "captured",
  "payment.voided": "voided",
  "transfer.settled": "assigned",
} as const satisfies Partial<Record<AuditEntry["action"], string>>;

function sentenceOf({ action, before, after }: AuditEntry, reader: Reader): Sentence | undefined {
  const { sentences } = changeWords[reader.language];
  const sides = { before, after };
  const told = ["amount", "refunded_amount", "seconds"];
  if (action === "clock.moved") {
    const ms = Number(after?.["seconds"] ?? 0) * SECOND;
    const length = formatLength(ms, reader.language);
    const text = length === undefined ? sentences.clockReset() : sentences.clockMoved(length);
    return { parts: [text], told };
  }
  if (!isOfAmount(action)) return undefined;
  const amount = after?.["amount"] ?? before?.["amount"];
  if (amount === undefined) return undefined;
  const earlier = before?.["refunded_amount"];
  const parts = [
    sentences[OF_AMOUNT[action]](amountText(amount, sides, reader)),
    ...(typeof earlier === "number" && earlier > 0
      ? [sentences.refundedBefore(amountText(earlier, sides, reader))]
      : []),
  ];
  return { parts, told };
}

function isOfAmount(action: string): action is keyof typeof OF_AMOUNT {
  return Object.hasOwn(OF_AMOUNT, action);
}

/** A field of a changed record is shown with both values, and left out if they are the same. */
function fieldText(name: string, sides: Sides, reader: Reader): readonly string[] {
  const names: Readonly<Record<string, string>> = fieldWords[reader.language];
  const label = names[name] ?? name;
  const { before, after } = sides;
  const text = (side: Side): string => valueText({ name, value: side?.[name] }, sides, reader);
  if (before === undefined || after === undefined) {
    const only = text(after ?? before);
    return only === "" ? [] : [`${label}: ${only}`];
  }
  if (name === "sandbox_time" || !areStates(sides))
    return [`${label}: ${text(name in after ? after : before)}`];
  const [from, to] = [text(before), text(after)];
  return from === to ? [] : [`${label}: ${orNothing(from, reader)} → ${orNothing(to, reader)}`];
}

/** True if both sides describe one record: an action's own facts share no field with the state. */
function areStates({ before = {}, after = {} }: Sides): boolean {
  return Object.keys(before).some((name) => name in after);
}

function orNothing(text: string, { language }: Reader): string {
  return text === "" ? shell[language].nothing : text;
}

type Field = { readonly name: string; readonly value: unknown };

function valueText({ name, value }: Field, sides: Sides, reader: Reader): string {
  const { language } = reader;
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return shell[language][value ? "yes" : "no"];
  if (AMOUNTS.has(name)) return amountText(value, sides, reader);
  if (name === "since" && typeof value === "number") return formatMoment(instant(value), reader);
  if (typeof value === "number") return formatNumber(value, language);
  if (Array.isArray(value)) return value.map(String).join(", ");
  if (typeof value === "object") return membersText(value, sides, reader);
  return typeof value === "string" ? textValue(name, value, reader) : "";
}

function textValue(name: string, value: string, reader: Reader): string {
  const { language } = reader;
  if (ISO_TIME.test(value)) return formatMoment(instant(Date.parse(value)), reader);
  if (name === "role" && isRole(value)) return roleWords[language][value].name;
  return changeWords[language].values[`${name}.${value}`] ?? value;
}

/** The limit of a nested value such as a pending raise, or all its members. */
function membersText(value: object, sides: Sides, reader: Reader): string {
  if ("above" in value) return amountText(value.above, sides, reader);
  return Object.values(value)
    .map((member) => valueText({ name: "", value: member }, sides, reader))
    .join(" ");
}

/** An amount with its currency; without one, an amount with two decimals. */
function amountText(value: unknown, { before, after }: Sides, { language }: Reader): string {
  const currency = after?.["currency"] ?? before?.["currency"];
  const minor = Number(value ?? Number.NaN);
  if (!Number.isSafeInteger(minor)) return shell[language].nothing;
  if (typeof currency === "string" && isCurrency(currency)) {
    return formatMoney(money(BigInt(minor), currency), language);
  }
  return formatNumber(minor / 100, language, { minimumFractionDigits: 2 });
}
