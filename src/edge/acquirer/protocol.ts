import type { Currency } from "../../kernel/currency.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { Secret } from "../../kernel/secret.ts";
import type { Acquirer } from "../../payment/acquirer.ts";
import type { BankTransport } from "./kit/bank-transport.ts";
import type { ProtocolEvidence } from "./kit/evidence.ts";

/** A text for people in both languages. */
export type Bilingual = { readonly tr: string; readonly en: string };

/**
 * A protocol of banks: the banks that speak it, the credentials that a merchant needs, and how a
 * connection becomes an acquirer. Each folder beside this file exports one.
 */
export type Protocol = {
  /** The name in configuration, tables and documents, for example `nestpay`. */
  readonly name: string;
  /** The protocol's title for people, for example "NestPay (Asseco)". */
  readonly title: string;
  readonly banks: readonly BankOfProtocol[];
  readonly credentials: readonly CredentialField[];
  /** The 3-D Secure models, the recommended one first; empty without 3-D Secure. */
  readonly models: readonly string[];
  /** How each fact is known; the page of the protocol in docs/banks is printed from it. */
  readonly evidence: ProtocolEvidence;
  /** Conditions at the bank without which this protocol does not work, for the checklist. */
  readonly checklist: readonly ChecklistItem[];
  open(connection: OpenConnection, transport: BankTransport): Acquirer;
};

/** A bank that speaks the protocol, as data: the only differences between banks of one protocol. */
export type BankOfProtocol = {
  /** The name in configuration, for example `isbank`. */
  readonly name: string;
  readonly title: string;
  /** Four-digit EFT code, by which issuer and acquirer are compared ("own bank"). */
  readonly eftCode: string;
  /** Addresses by purpose, for example `{ api, threeD }`; the keys are the protocol's own. */
  readonly live: Readonly<Record<string, string>>;
  readonly test: Readonly<Record<string, string>>;
  /** How sure the addresses and deviations are. */
  readonly evidence: Evidence;
};

/**
 * How a fact is known: from a document of the bank or vendor, by a measurement at its test system,
 * from published source code of other clients, or as a guess. The adapter refuses where a guess
 * could cost money.
 */
export type Evidence = "document" | "measured" | "published_clients" | "guess";

export type CredentialField = {
  /** The key in `OpenConnection.credentials`, snake_case. */
  readonly name: string;
  readonly title: Bilingual;
  readonly help: Bilingual;
  /** A secret is never shown again; other fields are. */
  readonly isSecret: boolean;
  readonly isRequired: boolean;
  /** The whole value must match. */
  readonly pattern: RegExp;
};

export type ChecklistItem = {
  readonly name: string;
  readonly title: Bilingual;
  /** The answer codes of the bank by which a missing condition shows. */
  readonly bankCodes: readonly string[];
};

/** A connection with its credentials revealed by the vault, as an adapter needs it. */
export type OpenConnection = {
  readonly connectionId: string;
  readonly merchantId: MerchantId;
  readonly mode: "test" | "live";
  /** The name of the bank within the protocol. */
  readonly bank: string;
  /**
   * The bank's addresses: those of `BankOfProtocol.live` or `.test`, or, for the simulated bank, the
   * same keys below its own address.
   */
  readonly hosts: Readonly<Record<string, string>>;
  readonly credentials: Readonly<Record<string, Secret>>;
  /** One of `Protocol.models`. */
  readonly model: string;
  /** The mdStatus values that are charged; `["1"]` unless the merchant accepts more. */
  readonly acceptedMdStatus: readonly string[];
  readonly currencies: readonly Currency[];
  readonly installmentCounts: readonly number[];
};
