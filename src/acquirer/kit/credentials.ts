import type { CredentialForm } from "../../domain/connection/protocol-form.ts";
import type { Secret } from "../../kernel/secret.ts";
import type { OpenConnection } from "./protocol.ts";

type Camel<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : Name;

type ValueOf<Form extends CredentialForm> = Form["isSecret"] extends true ? Secret : string;

/** The values of a list of credentials by their names in camel case; secrets stay wrapped. */
export type CredentialsOf<Forms extends readonly CredentialForm[]> = {
  readonly [Form in Forms[number] as Camel<Form["name"]>]: Form["isRequired"] extends true
    ? ValueOf<Form>
    : ValueOf<Form> | undefined;
};

/** A connection lacks a credential without which its bank can't be asked. */
export class MissingCredential extends Error {
  readonly credential: string;

  constructor({ connectionId }: OpenConnection, credential: string) {
    super(`connection ${connectionId} has no credential ${credential}; enter it again`);
    this.credential = credential;
  }
}

/** @throws MissingCredential for the first required one that the connection lacks */
export function credentialsOf<const Forms extends readonly CredentialForm[]>(
  connection: OpenConnection,
  forms: Forms,
): CredentialsOf<Forms>;
export function credentialsOf(
  connection: OpenConnection,
  forms: readonly CredentialForm[],
): Readonly<Record<string, string | Secret | undefined>> {
  const values = forms.map(({ name, isSecret, isRequired }) => {
    const value = connection.credentials[name];
    const isMissing = value === undefined || value.reveal() === "";
    if (isRequired && isMissing) throw new MissingCredential(connection, name);
    const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    return [camel, isSecret || isMissing ? value : value.reveal()] as const;
  });
  return Object.fromEntries(values);
}
