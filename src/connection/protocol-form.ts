/** A text for people in both languages. */
type Bilingual = { readonly tr: string; readonly en: string };

/**
 * The part of a bank protocol that the form of a connection needs. Each protocol of
 * src/edge/acquirer has these fields.
 */
export type ProtocolForm = {
  readonly name: string;
  readonly title: string;
  readonly banks: readonly BankForm[];
  readonly credentials: readonly CredentialForm[];
  /** The 3-D Secure models, the recommended one first. */
  readonly models: readonly string[];
  /** Conditions at the bank without which the protocol does not work. */
  readonly checklist: readonly ConditionForm[];
};

export type ConditionForm = {
  readonly name: string;
  readonly title: Bilingual;
  /** The answer codes of the bank by which a missing condition shows. */
  readonly bankCodes: readonly string[];
};

export type BankForm = {
  readonly name: string;
  readonly title: string;
  readonly eftCode: string;
  readonly live: Readonly<Record<string, string>>;
  readonly test: Readonly<Record<string, string>>;
};

export type CredentialForm = {
  readonly name: string;
  readonly title: Bilingual;
  readonly help: Bilingual;
  readonly isSecret: boolean;
  readonly isRequired: boolean;
  /** The whole value must match. */
  readonly pattern: RegExp;
};

/**
 * Returns the terminal that credentials name: the values that are neither secret nor the name of a
 * user, in the order of the form. Two users of one terminal have the same terminal.
 */
export function terminalOf(
  { credentials }: Pick<ProtocolForm, "credentials">,
  values: Readonly<Record<string, string>>,
): string {
  return credentials
    .filter(({ name, isSecret, isRequired }) => isRequired && !isSecret && !/user/.test(name))
    .map(({ name }) => values[name] ?? "")
    .join("/");
}

/** True if the first match of a pattern is the whole value; a pattern without alternatives. */
export function matchesWhole(pattern: RegExp, value: string): boolean {
  return pattern.exec(value)?.[0] === value;
}
