import { programName } from "../card/card-program.ts";
import { BOUNDS } from "../../kernel/bounds.ts";
import type { Instant } from "../../kernel/clock.ts";
import { CURRENCY_CODES, isCurrency, type Currency } from "../../kernel/currency.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Secret } from "../../kernel/secret.ts";
import type { Mode } from "../merchant/merchant.ts";
import {
  hostsOf,
  MD_STATUSES,
  type AcquirerConnection,
  type ConnectionHosts,
  type ConnectionSettings,
  type MdStatus,
  type Rehearsal,
} from "./connection.ts";
import {
  credentialFaults,
  givenOf,
  shownOf,
  type CheckedCredentials,
} from "./check-credentials.ts";
import { fault, type ConnectionFault } from "./connection-fault.ts";
import { terminalOf, type BankForm, type ProtocolForm } from "./protocol-form.ts";

/** A connection as a person enters it. An empty text or list leaves the choice to the check. */
export type ConnectionDraft = {
  readonly mode: Mode;
  readonly bank: string;
  readonly hosts: string;
  readonly credentials: Readonly<Record<string, Secret>>;
} & SettingsDraft;

export type SettingsDraft = {
  readonly title: string;
  readonly model: string;
  readonly acceptedMdStatus: readonly string[];
  readonly mailOrder: boolean;
  readonly installmentCounts: readonly string[];
  readonly programs: readonly string[];
  readonly currencies: readonly string[];
  /** In minor units. */
  readonly amountMin: bigint | undefined;
  readonly amountMax: bigint | undefined;
  readonly weight: string;
  /** A number of days; empty for the days of the protocol and the brand. */
  readonly holdDays: string;
  readonly activeFrom: Instant | undefined;
  readonly activeUntil: Instant | undefined;
};

export type CheckedConnection = ConnectionSettings &
  CheckedCredentials &
  Pick<AcquirerConnection, "bank" | "bankCode" | "hosts">;

const TITLE_MAX = 60;
const WEIGHT_MAX = 1_000;
const DEFAULT_WEIGHT = 100;
/** No card scheme keeps a hold longer. */
export const HOLD_DAYS_MAX = 30;
const COUNTS = Array.from({ length: BOUNDS.installmentsMax - 1 }, (_, index) => index + 2);

/** Checks a new connection against its protocol; names every field that is wrong. */
export function checkConnection(
  draft: ConnectionDraft & Rehearsal,
  protocol: ProtocolForm,
): Result<CheckedConnection, readonly ConnectionFault[]> {
  const bank = protocol.banks.find(({ name }) => name === draft.bank);
  const hosts = hostsGiven(draft);
  const settings = checkSettings(draft, protocol);
  const faults: readonly ConnectionFault[] = [
    ...(bank === undefined
      ? [
          fault(
            "bank",
            "unknown_value",
            protocol.banks.map(({ name }) => name),
          ),
        ]
      : hostFaults(draft, bank, hosts)),
    ...(settings.ok ? [] : settings.refusal),
    ...credentialFaults(draft.credentials, protocol),
  ];
  if (bank === undefined || hosts === undefined || !settings.ok || faults.length > 0) {
    return refused(faults);
  }
  const shown = shownOf(draft.credentials, protocol);
  return ok({
    ...settings.value,
    bank: bank.name,
    bankCode: bank.eftCode,
    hosts,
    terminal: terminalOf(protocol, shown),
    shownCredentials: shown,
    credentials: givenOf(draft.credentials),
  });
}

/** Checks the settings of a connection, which may be changed later. */
export function checkSettings(
  draft: SettingsDraft,
  { models, marksMailOrder }: Pick<ProtocolForm, "models" | "marksMailOrder">,
): Result<ConnectionSettings, readonly ConnectionFault[]> {
  const title = draft.title.trim();
  const model = draft.model === "" ? models[0] : draft.model;
  const currencies = draft.currencies.length === 0 ? ["TRY"] : draft.currencies;
  const statuses = draft.acceptedMdStatus.length === 0 ? ["1"] : draft.acceptedMdStatus;
  const weight = draft.weight === "" ? String(DEFAULT_WEIGHT) : draft.weight;
  const isModelKnown = model === undefined || models.includes(model);
  const faults = [
    ...(title === "" ? [fault("title", "required")] : []),
    ...(title.length > TITLE_MAX ? [fault("title", "too_long")] : []),
    ...(isModelKnown ? [] : [fault("model", "unknown_value", models)]),
    ...listFaults("currencies", currencies, CURRENCY_CODES),
    ...listFaults("accepted_md_status", statuses, MD_STATUSES),
    ...(statuses.includes("1")
      ? []
      : [fault("accepted_md_status", "full_authentication_missing", ["1"])]),
    ...(draft.mailOrder && marksMailOrder !== true
      ? [fault("mail_order", "unknown_value", ["false"])]
      : []),
    ...listFaults("installment_counts", draft.installmentCounts, COUNTS.map(String)),
    ...(draft.installmentCounts.length > 0 && draft.programs.length === 0
      ? [fault("programs", "needs_programs")]
      : []),
    ...(isWeight(weight) ? [] : [fault("weight", "unknown_value", ["0", `… ${WEIGHT_MAX}`])]),
    ...limitFaults(draft, currencies.length),
  ];
  if (faults.length > 0) return refused(faults);
  return ok({
    title,
    model,
    acceptedMdStatus: MD_STATUSES.filter((value): value is MdStatus => statuses.includes(value)),
    mailOrder: draft.mailOrder,
    installmentCounts: [...new Set(draft.installmentCounts.map(Number))].toSorted(
      (left, right) => left - right,
    ),
    programs: [...new Set(draft.programs.map(programName))],
    currencies: [...new Set(currencies)].filter((code): code is Currency => isCurrency(code)),
    amountMin: draft.amountMin,
    amountMax: draft.amountMax,
    weight: Number(weight),
    holdDays: draft.holdDays === "" ? undefined : Number(draft.holdDays),
    activeFrom: draft.activeFrom,
    activeUntil: draft.activeUntil,
  });
}

function hostsGiven(draft: ConnectionDraft & Rehearsal): ConnectionHosts | undefined {
  const allowed = hostsOf(draft.mode, draft);
  return draft.hosts === "" ? allowed[0] : allowed.find((one) => one === draft.hosts);
}

function hostFaults(
  draft: ConnectionDraft & Rehearsal,
  bank: BankForm,
  hosts: ConnectionHosts | undefined,
): readonly ConnectionFault[] {
  const { mode } = draft;
  if (hosts === undefined) return [fault("hosts", "unknown_value", hostsOf(mode, draft))];
  if (hosts === "simulated_bank") return [];
  const isKnown = Object.keys(bank[mode]).length > 0;
  if (isKnown) return [];
  return [fault("bank", mode === "live" ? "not_live" : "unknown_value", ["simulated_bank"])];
}

function limitFaults(draft: SettingsDraft, currencyCount: number): readonly ConnectionFault[] {
  const { amountMin, amountMax, activeFrom, activeUntil } = draft;
  const hasLimit = amountMin !== undefined || amountMax !== undefined;
  return [
    ...(isHoldDays(draft.holdDays)
      ? []
      : [fault("hold_days", "unknown_value", ["1", `… ${HOLD_DAYS_MAX}`])]),
    ...(hasLimit && currencyCount > 1 ? [fault("currencies", "one_currency_only")] : []),
    ...(amountMax !== undefined && amountMax <= (amountMin ?? 0n)
      ? [fault("amount_max", "not_above_minimum")]
      : []),
    ...(activeUntil !== undefined && activeFrom !== undefined && activeUntil <= activeFrom
      ? [fault("active_until", "not_after_start")]
      : []),
  ];
}

function listFaults(
  field: string,
  values: readonly string[],
  allowed: readonly string[],
): readonly ConnectionFault[] {
  return values.every((value) => allowed.includes(value))
    ? []
    : [fault(field, "unknown_value", allowed)];
}

function isHoldDays(text: string): boolean {
  if (text === "") return true;
  return /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= HOLD_DAYS_MAX;
}

function isWeight(text: string): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) <= WEIGHT_MAX;
}
