import { CARD_PROGRAMS } from "../../domain/card/card-program.ts";
import type { SettingsDraft } from "../../domain/connection/check-connection.ts";
import { fault, type ConnectionFault } from "../../domain/connection/connection-fault.ts";
import { MD_STATUSES, type AcquirerConnection } from "../../domain/connection/connection.ts";
import type { CredentialForm } from "../../domain/connection/protocol-form.ts";
import { parseCalendarDay } from "../../kernel/calendar-day.ts";
import { dayInTurkey } from "../../kernel/calendar-day.ts";
import { instant, type Instant } from "../../kernel/clock.ts";
import { CURRENCY_CODES } from "../../kernel/currency.ts";
import { secretsOf, type Secret } from "../../kernel/secret.ts";
import { COMMON_EXPONENT, amountText, parseAmount } from "../../page/parts/amount-text.ts";
import { isoDay } from "../../page/parts/typed-day.ts";

type Body = Readonly<Record<string, string>>;

export const PROGRAM_NAMES: readonly string[] = CARD_PROGRAMS.map(({ name }) => name);

/** The field of a credential; confirmation pages repeat no field of a secret. */
export function credentialField({ name, isSecret }: CredentialForm): string {
  return `${isSecret ? "secret" : "credential"}:${name}`;
}

/** The checkbox of a value: one for each value, because a field of a form has only one value. */
export function boxOf(field: string, value: string): string {
  return `${field}:${value}`;
}

export type ReadForm = {
  readonly settings: SettingsDraft;
  /** Fields whose text could not be read. */
  readonly faults: readonly ConnectionFault[];
};

/** Reads the settings of a connection from a submitted form. */
export function readSettings(body: Body): ReadForm {
  const faults: ConnectionFault[] = [];
  const amount = (field: string): bigint | undefined => {
    const text = (body[field] ?? "").trim();
    if (text === "") return undefined;
    const minor = parseAmount(text, COMMON_EXPONENT);
    if (minor === undefined) faults.push(fault(field, "does_not_match"));
    return minor;
  };
  const day = (field: string): Instant | undefined => {
    const text = isoDay(body[field] ?? "");
    if (text === "") return undefined;
    const parsed = parseCalendarDay(text);
    if (parsed === undefined) faults.push(fault(field, "does_not_match"));
    return parsed === undefined ? undefined : instant(Date.parse(`${parsed}T00:00:00+03:00`));
  };
  const settings: SettingsDraft = {
    title: body["title"] ?? "",
    model: body["model"] ?? "",
    acceptedMdStatus: ["1", ...checked(body, "accepted_md_status", MD_STATUSES)],
    mailOrder: body["mail_order"] === "yes",
    installmentCounts: wordsOf(body["installment_counts"]),
    programs: checked(body, "programs", PROGRAM_NAMES),
    currencies: checked(body, "currencies", CURRENCY_CODES),
    amountMin: amount("amount_min"),
    amountMax: amount("amount_max"),
    weight: (body["weight"] ?? "").trim(),
    holdDays: (body["hold_days"] ?? "").trim(),
    activeFrom: day("active_from"),
    activeUntil: day("active_until"),
  };
  return { settings, faults };
}

/** Reads the credentials; undefined if all of them are empty. */
export function readCredentials(
  body: Body,
  fields: readonly CredentialForm[],
): Readonly<Record<string, Secret>> | undefined {
  const values = fields.map(
    (field) => [field.name, (body[credentialField(field)] ?? "").trim()] as const,
  );
  if (values.every(([, value]) => value === "")) return undefined;
  return secretsOf(Object.fromEntries(values));
}

function boxes(field: string, values: readonly string[]): (readonly [string, string])[] {
  return values.map((value) => [boxOf(field, value), "yes"]);
}

/** The form's fields for a stored connection. */
export function bodyOf(connection: AcquirerConnection, language: "tr" | "en"): Body {
  const amount = (minor: bigint | undefined): string =>
    minor === undefined ? "" : amountText(minor, { exponent: COMMON_EXPONENT, language });
  return {
    title: connection.title,
    model: connection.model ?? "",
    ...(connection.mailOrder ? { mail_order: "yes" } : {}),
    installment_counts: connection.installmentCounts.join(", "),
    amount_min: amount(connection.amountMin),
    amount_max: amount(connection.amountMax),
    weight: String(connection.weight),
    hold_days: connection.holdDays === undefined ? "" : String(connection.holdDays),
    active_from: dayText(connection.activeFrom),
    active_until: dayText(connection.activeUntil),
    ...Object.fromEntries([
      ...boxes("programs", connection.programs),
      ...boxes("currencies", connection.currencies),
      ...boxes("accepted_md_status", connection.acceptedMdStatus),
    ]),
  };
}

export function wordsOf(text = ""): readonly string[] {
  return text.split(/[\s,;]+/).filter((word) => word !== "");
}

export function checked<Value extends string>(
  body: Body,
  field: string,
  values: readonly Value[],
): readonly Value[] {
  return values.filter((value) => body[boxOf(field, value)] === "yes");
}

function dayText(at: Instant | undefined): string {
  return at === undefined ? "" : dayInTurkey(at);
}
