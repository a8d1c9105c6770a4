import { joinedOr } from "../kernel/text.ts";
import { valuesWithoutLiabilityShift, type AcquirerConnection } from "../connection/connection.ts";
import { toIso, type Instant } from "../kernel/clock.ts";
import { facts } from "./output.ts";

/** A connection as commands print it; credentials that are secrets are not part of it. */
export function connectionDocument(connection: AcquirerConnection) {
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
    installment_counts: connection.installmentCounts,
    programs: connection.programs,
    currencies: connection.currencies,
    amount_min: numberOf(connection.amountMin),
    amount_max: numberOf(connection.amountMax),
    weight: connection.weight,
    active_from: timeOf(connection.activeFrom),
    active_until: timeOf(connection.activeUntil),
    last_check: lastCheck === undefined ? null : { ...lastCheck, at: toIso(lastCheck.at) },
    created_at: toIso(connection.createdAt),
    updated_at: toIso(connection.updatedAt),
  };
}

export function connectionText(connection: AcquirerConnection): string {
  const { credentials, last_check: check, ...document } = connectionDocument(connection);
  const lines = Object.entries(document).map(([name, value]) => [name, textOf(value)] as const);
  const shown = Object.entries(credentials).map(([name, value]) => [name, value] as const);
  const asked = check === null ? "not asked" : `${check.kind} ${check.code ?? ""} ${check.at}`;
  return [facts([...lines, ...shown, ["last_check", asked]]), ...warnings(connection)].join("\n");
}

/** Warnings about settings that cost the merchant money if they are not meant. */
function warnings(connection: AcquirerConnection): readonly string[] {
  const values = valuesWithoutLiabilityShift(connection);
  if (values.length === 0) return [];
  return [
    `warning: mdStatus ${values.join(", ")} is charged; the cardholder is then not fully ` +
      "authenticated, and the merchant may bear the loss of a fraud",
  ];
}

type Printed = string | number | null | readonly (string | number)[];

function textOf(value: Printed): string {
  if (value === null) return "-";
  return typeof value === "object" ? joinedOr("-", value) : String(value);
}

function timeOf(at: Instant | undefined): string | null {
  return at === undefined ? null : toIso(at);
}

function numberOf(minor: bigint | undefined): number | null {
  return minor === undefined ? null : Number(minor);
}
