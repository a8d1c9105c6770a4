import type { Instant } from "../kernel/clock.ts";
import type { EndpointId } from "../kernel/ids.ts";
import type { EventScope, EventType } from "./event.ts";

export type DisabledReason =
  /** By the merchant or an operator. */
  | "by_hand"
  /** It answered 410. */
  | "gone"
  /** Nothing could be delivered for days. */
  | "failing";

/** `whsec_` and base64, as Standard Webhooks writes it. */
export type EndpointSecret = {
  readonly text: string;
  readonly madeAt: Instant;
  /** Absent: in force until it is replaced. */
  readonly expiresAt: Instant | undefined;
};

/** Where a merchant wants to be told of its events of one mode. */
export type Endpoint = EventScope & {
  readonly endpointId: EndpointId;
  readonly url: string;
  readonly description: string;
  /** Absent: every type, those of later releases included. */
  readonly eventTypes: readonly EventType[] | undefined;
  /** Its own; without any it is signed for with the merchant's. */
  readonly secrets: readonly EndpointSecret[];
  readonly disabled: { readonly reason: DisabledReason; readonly at: Instant } | undefined;
  /** Since when every attempt has failed. */
  readonly failingSince: Instant | undefined;
  readonly createdAt: Instant;
};

/** What an endpoint's deliveries are signed with now: one secret, or two while one is replaced. */
export function signingSecrets(
  endpoint: Endpoint,
  merchantSecret: string,
  now: Instant,
): readonly string[] {
  const own = endpoint.secrets.filter(
    ({ expiresAt }) => expiresAt === undefined || now < expiresAt,
  );
  return own.length === 0 ? [merchantSecret] : own.map(({ text }) => text);
}

type Rolled = {
  readonly secret: string;
  readonly now: Instant;
  readonly until: Instant | undefined;
};

/** The secrets after a new one was put in force; the one before it is good until `until`. */
export function rolledSecrets(
  before: readonly string[],
  { secret, now, until }: Rolled,
): readonly EndpointSecret[] {
  const [latest] = before;
  const leaving =
    until === undefined || latest === undefined
      ? []
      : [{ text: latest, madeAt: now, expiresAt: until }];
  return [{ text: secret, madeAt: now, expiresAt: undefined }, ...leaving];
}
