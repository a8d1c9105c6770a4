import type { Instant } from "../../kernel/clock.ts";
import type { Currency } from "../../kernel/currency.ts";
import type { ConnectionId, MerchantId } from "../../kernel/ids.ts";
import type { Mode } from "../merchant/merchant.ts";

/**
 * `active` takes payments. `disabled` takes none until it is enabled. `retired` is final: it only
 * serves refunds, captures, voids and inquiries of its earlier payments.
 */
export const CONNECTION_STATES = ["active", "disabled", "retired"] as const;
export type ConnectionState = (typeof CONNECTION_STATES)[number];

/**
 * The addresses that a connection calls: those of its bank, or the doors of the test bank,
 * which speaks the same protocols.
 */
export const CONNECTION_HOSTS = ["bank", "simulated_bank"] as const;
export type ConnectionHosts = (typeof CONNECTION_HOSTS)[number];

/** The addresses that a mode may call, the usual one first: live mode never meets both. */
export function hostsOf(
  mode: Mode | undefined,
  { isRehearsal }: Rehearsal,
): readonly [ConnectionHosts, ...ConnectionHosts[]] {
  if (mode === "test") return ["simulated_bank", "bank"];
  return isRehearsal ? ["simulated_bank"] : ["bank"];
}

/** True where live mode pays at the test bank (docs/decisions/live-rehearsal.md). */
export type Rehearsal = { readonly isRehearsal: boolean };

/** The values of mdStatus that a connection may be told to charge. */
export const MD_STATUSES = ["1", "2", "3", "4"] as const;
export type MdStatus = (typeof MD_STATUSES)[number];

export type ConnectionOwner = { readonly merchantId: MerchantId; readonly mode: Mode };

/** The part of a connection that its owner may change later. */
export type ConnectionSettings = {
  /** A name for people; unique among a merchant's connections of one mode that are not retired. */
  readonly title: string;
  /** One of the protocol's 3-D Secure models; undefined for a protocol without 3-D Secure. */
  readonly model: string | undefined;
  /** The values of mdStatus that are charged; always with "1", full authentication. */
  readonly acceptedMdStatus: readonly MdStatus[];
  /** Sales without 3-D Secure are marked as mail order for the bank (MOTO). */
  readonly mailOrder: boolean;
  /** The installment counts of the contract, from 2 on; a single charge needs no entry. */
  readonly installmentCounts: readonly number[];
  /** The card programs whose cards pay by installments at this terminal. */
  readonly programs: readonly string[];
  readonly currencies: readonly Currency[];
  /** Limits of one payment in minor units; only a connection of one currency has limits. */
  readonly amountMin: bigint | undefined;
  readonly amountMax: bigint | undefined;
  /** The share of payments among connections that are otherwise equal; 0 takes none by share. */
  readonly weight: number;
  /** The days for which the contract holds an amount; undefined: those of hold-term.ts. */
  readonly holdDays: number | undefined;
  readonly activeFrom: Instant | undefined;
  /** From this moment on it takes no payment. */
  readonly activeUntil: Instant | undefined;
};

/** The bank's last answer to a check of the credentials. */
export type CheckNote = {
  readonly at: Instant;
  /** `unknown`: the bank did not answer, or not clearly. */
  readonly kind: "ready" | "refused" | "unknown";
  /** The bank's answer code of a refusal. */
  readonly code: string | undefined;
  /** The bank's text, or the cause of the silence. */
  readonly message: string | undefined;
};

/**
 * The last word of the bank's messages about the key that signs 3-D Secure, under the credentials
 * in force; the reasons are in docs/decisions/store-key-proof.md.
 *
 * - `proved`: a message that the bank signed with the same key was verified.
 * - `refused`: the bank told this server that our signature is wrong.
 * - `doubted`: a browser brought a return whose signature differs, and none was verified yet.
 */
export type KeyNote = {
  readonly at: Instant;
  readonly kind: "proved" | "refused" | "doubted";
  /** The bank's code and text of a refusal. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
};

/** A merchant's contract with a bank (virtual POS), and how Vezne reaches it. */
export type AcquirerConnection = ConnectionOwner &
  ConnectionSettings & {
    readonly connectionId: ConnectionId;
    readonly protocol: string;
    /** The name of the bank within the protocol. */
    readonly bank: string;
    /** EFT code of the bank. */
    readonly bankCode: string;
    /** The terminal at the bank, as `terminalOf` spells it: the credentials that name it. */
    readonly terminal: string;
    /** The credentials that are no secrets, for people. */
    readonly shownCredentials: Readonly<Record<string, string>>;
    readonly hosts: ConnectionHosts;
    readonly state: ConnectionState;
    /** Grows with each change, also of the credentials. */
    readonly version: number;
    /** The version with which the credentials in force were written. */
    readonly credentialsVersion: number;
    /** Absent before the first check. */
    readonly lastCheck: CheckNote | undefined;
    /** The last word about the store key; absent before the first one under these credentials. */
    readonly keyNote: KeyNote | undefined;
    readonly createdAt: Instant;
    readonly updatedAt: Instant;
  };

/** True if a connection may take payments at that moment, as far as its state and dates decide. */
export function isInService(connection: AcquirerConnection, now: Instant): boolean {
  const { state, activeFrom, activeUntil } = connection;
  if (state !== "active") return false;
  return (activeFrom ?? now) <= now && (activeUntil === undefined || now < activeUntil);
}

/**
 * The values of mdStatus for which the liability for fraud may stay with the merchant, because the
 * cardholder was not fully authenticated.
 */
export function valuesWithoutLiabilityShift(
  connection: Pick<ConnectionSettings, "acceptedMdStatus">,
): readonly MdStatus[] {
  return connection.acceptedMdStatus.filter((value) => value !== "1");
}
