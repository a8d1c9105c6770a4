import { toIso, type Instant } from "../../kernel/clock.ts";
import type { AcquirerConnection, CheckNote } from "./connection.ts";
import type { KeyState } from "./store-key.ts";

/** A connection as documents show it; credentials that are secrets are not part of it. */
export function connectionDocument(connection: AcquirerConnection, key: KeyState) {
  const { lastCheck } = connection;
  return {
    connection_id: connection.connectionId,
    merchant_id: connection.merchantId,
    mode: connection.mode,
    state: connection.state,
    title: connection.title,
    protocol: connection.protocol,
    bank: connection.bank,
    bank_code: connection.bankCode,
    terminal: connection.terminal,
    hosts: connection.hosts,
    credentials: connection.shownCredentials,
    model: connection.model ?? null,
    accepted_md_status: connection.acceptedMdStatus,
    mail_order: connection.mailOrder,
    installment_counts: connection.installmentCounts,
    programs: connection.programs,
    currencies: connection.currencies,
    amount_min: numberOf(connection.amountMin),
    amount_max: numberOf(connection.amountMax),
    weight: connection.weight,
    hold_days: connection.holdDays ?? null,
    active_from: timeOf(connection.activeFrom),
    active_until: timeOf(connection.activeUntil),
    last_check: checkDocument(lastCheck),
    store_key: keyDocument(connection, key),
    created_at: toIso(connection.createdAt),
    updated_at: toIso(connection.updatedAt),
  };
}

/** The bank's last answer as documents show it; null before the first. */
export function checkDocument(note: CheckNote | undefined) {
  if (note === undefined) return null;
  const { at, kind, code, message } = note;
  return { at: toIso(at), kind, code: code ?? null, message: message ?? null };
}

/** The state of the store key, with the moment and the bank's words of the last one about it. */
function keyDocument({ keyNote }: AcquirerConnection, state: KeyState) {
  const { at, code, message } = state === "not_signed" ? NO_WORD : (keyNote ?? NO_WORD);
  return { state, at: timeOf(at), code: code ?? null, message: message ?? null };
}

const NO_WORD = { at: undefined, code: undefined, message: undefined };

function timeOf(at: Instant | undefined): string | null {
  return at === undefined ? null : toIso(at);
}

function numberOf(minor: bigint | undefined): number | null {
  return minor === undefined ? null : Number(minor);
}

/** The settings that decide about money; credentials are never part of an audit entry. */
export function connectionAuditFacts(
  connection: AcquirerConnection,
): Readonly<Record<string, unknown>> {
  return {
    title: connection.title,
    model: connection.model,
    md_status: connection.acceptedMdStatus.join(" "),
    mail_order: connection.mailOrder,
    installments: connection.installmentCounts.join(" "),
    programs: connection.programs.join(" "),
    currencies: connection.currencies.join(" "),
    amount_min: connection.amountMin?.toString(),
    amount_max: connection.amountMax?.toString(),
    weight: connection.weight,
    hold_days: connection.holdDays,
    active_from: timeOf(connection.activeFrom),
    active_until: timeOf(connection.activeUntil),
  };
}
