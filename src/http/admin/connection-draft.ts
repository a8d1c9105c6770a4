import type { SettingsDraft } from "../../domain/connection/check-connection.ts";
import type {
  ConnectionFault,
  ConnectionProblem,
} from "../../domain/connection/connection-fault.ts";
import type { AcquirerConnection } from "../../domain/connection/connection.ts";
import { instant, type Instant } from "../../kernel/clock.ts";
import type { FieldError } from "../problem/problem.ts";
import type { RequestProblem } from "../problem/request-problem.ts";
import type { ConnectionChangeBody } from "../schema/admin/connection.ts";
import { alreadyThere, invalid } from "./admin-call.ts";

/**
 * The settings of a call; a field that it does not have keeps the value of `present`.
 * @throws RequestProblem for a text that is no date and time
 */
export function settingsDraft(
  body: ConnectionChangeBody,
  present: AcquirerConnection | undefined,
): SettingsDraft {
  const {
    title = present?.title ?? "",
    model = present?.model ?? "",
    accepted_md_status: statuses = present?.acceptedMdStatus ?? [],
    mail_order: mailOrder = present?.mailOrder ?? false,
    installment_counts: counts = present?.installmentCounts ?? [],
    programs = present?.programs ?? [],
    currencies = present?.currencies ?? [],
    weight = present?.weight,
    hold_days: holdDays = present?.holdDays,
  } = body;
  return {
    title,
    model,
    acceptedMdStatus: statuses,
    mailOrder,
    installmentCounts: counts.map(String),
    programs,
    currencies,
    amountMin: amountOf(body.amount_min, present?.amountMin),
    amountMax: amountOf(body.amount_max, present?.amountMax),
    weight: weight === undefined ? "" : String(weight),
    holdDays: typeof holdDays === "number" ? String(holdDays) : "",
    activeFrom: momentOf("active_from", body, present?.activeFrom),
    activeUntil: momentOf("active_until", body, present?.activeUntil),
  };
}

/** True if a call changes a setting and not only the state or the credentials. */
export function changesSettings(body: ConnectionChangeBody): boolean {
  const others = ["state", "credentials", "untested"];
  return Object.keys(body).some((name) => !others.includes(name));
}

/** Null removes a limit, an absent field keeps it. */
function amountOf(given: number | null | undefined, present: bigint | undefined) {
  if (given === undefined) return present;
  return given === null ? undefined : BigInt(given);
}

/** The end of the years of four digits, the only ones that are written as ISO 8601 and SQL. */
const LAST_MOMENT = Date.UTC(10_000, 0, 1) - 1;

/**
 * The schema's format also allows leap seconds, a time zone in brackets and the year 0.
 * @throws RequestProblem for a moment that can't be read or stored
 */
function momentOf(
  field: "active_from" | "active_until",
  { [field]: given }: ConnectionChangeBody,
  present: Instant | undefined,
): Instant | undefined {
  if (given === undefined) return present;
  if (given === null) return undefined;
  const at = Date.parse(given);
  if (at >= 0 && at <= LAST_MOMENT) return instant(at);
  throw invalid({ field, message: "must be a moment such as 2026-12-01T00:00:00Z, or null" });
}

const MESSAGES: Readonly<Record<ConnectionProblem, string>> = {
  required: "is required",
  unknown_value: "must be a possible value",
  does_not_match: "must have the form that the bank gives it",
  too_long: "must be shorter",
  unknown_field: "must be a credential of the protocol",
  not_live: "must be a bank that can take live payments",
  one_currency_only: "must be one currency only if there are amount limits",
  not_above_minimum: "must be above the lower limit",
  not_after_start: "must be after the start",
  needs_programs: "must name one card program at least for installments",
  full_authentication_missing: "must include 1, full authentication",
  terminal_taken: "must be of another terminal: a connection uses this one",
  title_taken: "must be another: this one is taken",
  other_terminal: "must be of the same terminal; another terminal needs another connection",
  bank_refused: "must be accepted by the bank, or sent with untested: true",
  bank_silent: "must be accepted by the bank, which did not answer, or sent with untested: true",
  changed_meanwhile: "has changed meanwhile; read it again",
  forbidden_host: "must be a host that the service may call",
  too_many: "must wait until another one is removed: there are as many as there may be",
};

const TAKEN: readonly ConnectionProblem[] = ["terminal_taken", "title_taken", "changed_meanwhile"];
/** The most possible values that a message names. */
const NAMED_MAX = 20;

/** The refusal of a connection, with a message for each wrong field. */
export function refusalOf(faults: readonly ConnectionFault[]): RequestProblem {
  const errors = faults.map(errorOf);
  const [first] = errors;
  const isTaken = faults.every(({ problem }) => TAKEN.includes(problem));
  return isTaken && first !== undefined
    ? alreadyThere(first.field, first.message)
    : invalid(...errors);
}

function errorOf({ field, problem, allowed = [], told = "" }: ConnectionFault): FieldError {
  const message = told === "" ? MESSAGES[problem] : `${MESSAGES[problem]} (${told})`;
  const values = allowed.slice(0, NAMED_MAX).join(", ");
  return { field, message: values === "" ? message : `${message}: ${values}` };
}
