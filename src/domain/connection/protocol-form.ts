/** A text for people in both languages. */
export type Bilingual = { readonly tr: string; readonly en: string };

/** The part of a bank protocol that the form of a connection needs; src/acquirer has them. */
export type ProtocolForm = {
  /** The name in configuration, tables and documents, for example `nestpay`. */
  readonly name: string;
  /** The protocol's title for people, for example "NestPay (Asseco)". */
  readonly title: string;
  readonly banks: readonly BankForm[];
  readonly credentials: readonly CredentialForm[];
  /** The 3-D Secure models, the recommended one first; empty without 3-D Secure. */
  readonly models: readonly string[];
  /** True if a sale without 3-D Secure can be marked as mail order (MOTO). */
  readonly marksMailOrder?: true;
  /**
   * Absent where the bank signs no return of 3-D Secure. Otherwise the banks of the protocol whose
   * returns are not signed, or whose way of signing is not known.
   */
  readonly signedReturns?: { readonly exceptAt: readonly string[] };
  /** True if the bank can list what it has booked on a day. */
  readonly listsBookings?: true;
  /** True if the bank can list its own cards. */
  readonly listsCards?: true;
  /** Conditions at the bank without which the protocol does not work, for the checklist. */
  readonly checklist: readonly ConditionForm[];
};

export type ConditionForm = {
  readonly name: string;
  readonly title: Bilingual;
  /** The answer codes of the bank by which a missing condition shows. */
  readonly bankCodes: readonly string[];
  /** True for the condition that a signed return proves: both sides have the same store key. */
  readonly isStoreKey?: true;
};

/** A bank that speaks the protocol, as data: the only differences between banks of one protocol. */
export type BankForm = {
  /** The name in configuration, for example `isbank`. */
  readonly name: string;
  readonly title: string;
  /** Four-digit EFT code, by which issuer and acquirer are compared ("own bank"). */
  readonly eftCode: string;
  /** Addresses by purpose, for example `{ api, threeD }`; the keys are the protocol's own. */
  readonly live: Readonly<Record<string, string>>;
  readonly test: Readonly<Record<string, string>>;
};

export type CredentialForm = {
  /** The key in the credentials of a connection, snake_case. */
  readonly name: string;
  readonly title: Bilingual;
  readonly help: Bilingual;
  /** A secret is never shown again; other fields are. */
  readonly isSecret: boolean;
  readonly isRequired: boolean;
  /** The whole value must match. */
  readonly pattern: RegExp;
};

/**
 * Returns the terminal that credentials name: the values that are neither secret nor the name of a
 * user, in the order of the form. Two users of one terminal have the same terminal, and so have two
 * spellings of its numbers.
 */
export function terminalOf(
  { credentials }: Pick<ProtocolForm, "credentials">,
  values: Readonly<Record<string, string>>,
): string {
  return credentials
    .filter(({ name, isSecret, isRequired }) => isRequired && !isSecret && !/user/.test(name))
    .map(({ name }) => asBanksCompare(values[name] ?? ""))
    .join("/");
}

/**
 * A number without leading zeros, which banks pad it with, and letters as capitals. Rows that are
 * older have this form by migration 0081.
 */
function asBanksCompare(value: string): string {
  const isNumber = /^\d+$/.test(value);
  return isNumber ? value.replace(/^0+(?=\d)/, "") : value.toUpperCase();
}

/** True if the first match of a pattern is the whole value; a pattern without alternatives. */
export function matchesWhole(pattern: RegExp, value: string): boolean {
  return pattern.exec(value)?.[0] === value;
}
