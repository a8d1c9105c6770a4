import type { Instant } from "../../kernel/clock.ts";
import type { EndpointId } from "../../kernel/ids.ts";
import { readableSecret } from "../merchant/merchant-secret.ts";
import type { EventScope, EventType } from "./event.ts";

export const DISABLED_REASONS = [
  /** A merchant or an operator disabled it. */
  "by_hand",
  /** The receiver answered 410. */
  "gone",
  /** Every delivery failed for days. */
  "failing",
] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/**
 * A secret that signs deliveries; `text` is `whsec_` and base64, as Standard Webhooks writes it.
 */
export type EndpointSecret = {
  readonly text: string;
  readonly madeAt: Instant;
  /** Absent: valid until it is replaced. */
  readonly expiresAt: Instant | undefined;
};

/** A merchant's address that receives the events of one mode. */
export type Endpoint = EventScope & {
  readonly endpointId: EndpointId;
  readonly url: string;
  readonly description: string;
  /** Absent: every type, also those of later releases. */
  readonly eventTypes: readonly EventType[] | undefined;
  /** The endpoint's own secrets; if there are none, the merchant's secret signs. */
  readonly secrets: readonly EndpointSecret[];
  readonly disabled: { readonly reason: DisabledReason; readonly at: Instant } | undefined;
  /** Time of the first failure since the last success; absent if nothing failed since then. */
  readonly failingSince: Instant | undefined;
  readonly createdAt: Instant;
};

/**
 * Returns the secrets that sign an endpoint's deliveries now: one, or two while one is being
 * replaced. `ofMerchant` are the merchant's, newest first, for an endpoint without its own.
 */
export function signingSecrets(
  endpoint: Endpoint,
  ofMerchant: readonly string[],
  now: Instant,
): readonly string[] {
  const own = endpoint.secrets.filter(
    ({ expiresAt }) => expiresAt === undefined || now < expiresAt,
  );
  return own.length === 0 ? ofMerchant : own.map(({ text }) => readableSecret(text));
}

type SecretRoll = {
  readonly secret: string;
  readonly now: Instant;
  readonly until: Instant | undefined;
};

/**
 * Returns the secrets after a new one was added to `before`, which is sorted newest first. Of
 * `before`, only the newest one stays valid, until `until`; none of them if that is absent.
 */
export function rolledSecrets(
  before: readonly string[],
  { secret, now, until }: SecretRoll,
): readonly EndpointSecret[] {
  const [latest] = before;
  const leaving =
    until === undefined || latest === undefined
      ? []
      : [{ text: latest, madeAt: now, expiresAt: until }];
  return [{ text: secret, madeAt: now, expiresAt: undefined }, ...leaving];
}
