import { hostsOf, type ConnectionHosts, type Rehearsal } from "../connection/connection.ts";
import type { Bilingual, CredentialForm } from "../connection/protocol-form.ts";
import type { LineOwner } from "../transfer/statement-line.ts";

/** The part of a feed's protocol that forms and checks need; src/outbound/account-feed has them. */
export type FeedForm = {
  /** The name in configuration, tables and documents. */
  readonly name: string;
  readonly title: string;
  /** The meaning for people who choose a protocol. */
  readonly help: Bilingual;
  readonly credentials: readonly CredentialForm[];
  /**
   * The name of the credential with a host that a person types; absent where the bank has one, and
   * the test bank a door.
   */
  readonly hostField?: string;
  /** It brings files, which may be the settlement extracts of a connection. */
  readonly bringsFiles?: true;
  /** Names of credentials of which at least one must be given; absent: none must be. */
  readonly needsOneOf?: readonly string[];
  /** The pause between two looks, in seconds, that a feed has if none is chosen. */
  readonly everySeconds: number;
};

/**
 * The addresses that a feed may have. One of the installation may complete live payments, so it
 * has those of live mode; a host that a person types is the same in each mode.
 */
export function feedHosts(
  owner: LineOwner | undefined,
  { hostField }: Pick<FeedForm, "hostField">,
  rehearsal: Rehearsal,
): readonly [ConnectionHosts, ...ConnectionHosts[]] {
  return hostField === undefined ? hostsOf(owner?.mode, rehearsal) : ["bank"];
}

/** The protocol, or the part of it that callers have, with this name. */
export function protocolNamed<Protocol extends { readonly form: FeedForm }>(
  protocols: readonly Protocol[],
  name: string,
): Protocol | undefined {
  return protocols.find(({ form }) => form.name === name);
}
