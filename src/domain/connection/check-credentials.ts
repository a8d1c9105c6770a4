import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Secret } from "../../kernel/secret.ts";
import { fault, type ConnectionFault } from "./connection-fault.ts";
import { matchesWhole, terminalOf, type ProtocolForm } from "./protocol-form.ts";

const CREDENTIAL_MAX = 4_096;

export type CheckedCredentials = {
  readonly credentials: Readonly<Record<string, Secret>>;
  readonly shownCredentials: Readonly<Record<string, string>>;
  readonly terminal: string;
};

/** Checks credentials that replace those of a connection; its terminal must stay the same. */
export function checkCredentials(
  values: Readonly<Record<string, Secret>>,
  protocol: ProtocolForm,
): Result<CheckedCredentials, readonly ConnectionFault[]> {
  const faults = credentialFaults(values, protocol);
  if (faults.length > 0) return refused(faults);
  const shownCredentials = shownOf(values, protocol);
  const terminal = terminalOf(protocol, shownCredentials);
  return ok({ credentials: givenOf(values), shownCredentials, terminal });
}

export function credentialFaults(
  values: Readonly<Record<string, Secret>>,
  { credentials }: Pick<ProtocolForm, "credentials">,
): readonly ConnectionFault[] {
  const known = new Set(credentials.map(({ name }) => name));
  const unknown = Object.keys(values).filter((name) => !known.has(name));
  return [
    ...unknown.map((name) => fault(`credentials.${name}`, "unknown_field", [...known])),
    ...credentials.flatMap(({ name, isRequired, pattern }) => {
      const value = values[name]?.reveal() ?? "";
      const field = `credentials.${name}`;
      if (value === "") return isRequired ? [fault(field, "required")] : [];
      if (value.length > CREDENTIAL_MAX) return [fault(field, "too_long")];
      return matchesWhole(pattern, value) ? [] : [fault(field, "does_not_match")];
    }),
  ];
}

/** The credentials that people may see. */
export function shownOf(
  values: Readonly<Record<string, Secret>>,
  { credentials }: Pick<ProtocolForm, "credentials">,
): Readonly<Record<string, string>> {
  const shown = credentials.filter(({ isSecret }) => !isSecret);
  return Object.fromEntries(
    shown.flatMap(({ name }) => {
      const value = values[name]?.reveal() ?? "";
      return value === "" ? [] : [[name, value] as const];
    }),
  );
}

/** The credentials that were filled in; an empty optional one is left out. */
export function givenOf(
  values: Readonly<Record<string, Secret>>,
): Readonly<Record<string, Secret>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.reveal() !== ""));
}
