import type { Instant } from "../../kernel/clock.ts";
import { newEndpointId } from "../../kernel/ids.ts";
import type { KeyedAnswer } from "../../kernel/keyed-answer.ts";
import type { Random } from "../../kernel/random.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Clocks } from "../merchant/clocks.ts";
import { newWebhookSecret } from "../merchant/create-merchant.ts";
import { checkEndpointAddress } from "./endpoint-address.ts";
import type { Endpoint, EndpointSecret } from "./endpoint.ts";
import type { EventScope, EventType } from "./event.ts";
import type { EndpointStore, HostCheck } from "./ports.ts";

export type RegisterEndpointDeps = {
  readonly clocks: Clocks;
  readonly random: Random;
  readonly endpoints: EndpointStore;
  readonly hosts: HostCheck;
};

export type RegisterEndpoint = EventScope & {
  readonly url: string;
  readonly description: string;
  /** Absent: every type. */
  readonly eventTypes: readonly EventType[] | undefined;
  /** The secret that signs: the endpoint's own, or the merchant's, which also signs redirects. */
  readonly secret: "own" | "merchant";
};

export type RegisterRefusal =
  /** `message` continues a sentence that begins with the field's name. */
  | { readonly code: "invalid_url"; readonly message: string }
  | { readonly code: "too_many_endpoints"; readonly most: number };

/**
 * The most endpoints of a merchant in one mode: every event goes to each of them, so their number
 * multiplies the deliveries.
 */
const ENDPOINTS_MAX = 16;

/** Registers an address that receives every event from now on. */
export async function registerEndpoint(
  deps: RegisterEndpointDeps,
  command: RegisterEndpoint,
  answer?: (endpoint: Endpoint) => KeyedAnswer,
): Promise<Result<Endpoint, RegisterRefusal>> {
  const { merchantId, mode, description, eventTypes } = command;
  const address = checkEndpointAddress(command.url, {
    mustBeHttps: mode === "live" && !deps.hosts.mayBeHere(mode),
  });
  if (!address.ok) return refused({ code: "invalid_url", message: address.refusal });
  const host = await deps.hosts.check(address.value.hostname, { merchantId, mode });
  if (!host.ok) return refused({ code: "invalid_url", message: host.refusal });
  const others = await deps.endpoints.list({ merchantId, mode });
  if (others.length >= ENDPOINTS_MAX) {
    return refused({ code: "too_many_endpoints", most: ENDPOINTS_MAX });
  }
  const createdAt = deps.clocks.now(command);
  const endpoint: Endpoint = {
    merchantId,
    mode,
    endpointId: newEndpointId(merchantId, { now: createdAt, random: deps.random }),
    url: address.value.href,
    description,
    eventTypes,
    secrets: command.secret === "own" ? [ownSecret(deps.random, createdAt)] : [],
    disabled: undefined,
    failingSince: undefined,
    createdAt,
  };
  await deps.endpoints.create(endpoint, answer?.(endpoint));
  return ok(endpoint);
}

function ownSecret(random: Random, madeAt: Instant): EndpointSecret {
  return { text: newWebhookSecret(random), madeAt, expiresAt: undefined };
}
