import type { Bilingual, CredentialForm } from "../connection/protocol-form.ts";

/** The part of a feed's protocol that forms and checks need; src/outbound/account-feed has them. */
export type FeedForm = {
  /** The name in configuration, tables and documents. */
  readonly name: string;
  readonly title: string;
  /** The meaning for people who choose a protocol. */
  readonly help: Bilingual;
  readonly credentials: readonly CredentialForm[];
  /** True if the test bank has a door that speaks it. */
  readonly hasDoor: boolean;
  /** The name of the credential with a host that a person types; absent where the bank has one. */
  readonly hostField?: string;
  /** Names of credentials of which at least one must be given; absent: none must be. */
  readonly needsOneOf?: readonly string[];
  /** The pause between two looks, in seconds, that a feed has if none is chosen. */
  readonly everySeconds: number;
};

/** The protocol, or the part of it that callers have, with this name. */
export function protocolNamed<Protocol extends { readonly form: FeedForm }>(
  protocols: readonly Protocol[],
  name: string,
): Protocol | undefined {
  return protocols.find(({ form }) => form.name === name);
}
