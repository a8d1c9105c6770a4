import { later, type Clock } from "../kernel/clock.ts";
import type { EndpointId } from "../kernel/ids.ts";
import { merchantOf } from "../kernel/ids.ts";
import type { Random } from "../kernel/random.ts";
import { ok, refused, type Result } from "../kernel/result.ts";
import { newWebhookSecret } from "../merchant/create-merchant.ts";
import type { MerchantStore } from "../merchant/ports.ts";
import { rolledSecrets, signingSecrets } from "./endpoint.ts";
import type { EndpointStore } from "./ports.ts";

export type RollSecretDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly merchants: Pick<MerchantStore, "find">;
  readonly endpoints: EndpointStore;
};

export type RollSecret = {
  readonly endpointId: EndpointId;
  /** The time, in ms, for which the present secret signs beside the new one; 0 ends it at once. */
  readonly overlapMs: number;
};

/**
 * Gives an endpoint a new secret of its own. The merchant's secret, which also signs redirects,
 * does not change.
 */
export async function rollSecret(
  deps: RollSecretDeps,
  { endpointId, overlapMs }: RollSecret,
): Promise<Result<{ readonly secret: string }, "endpoint_not_found">> {
  const endpoint = await deps.endpoints.find(endpointId);
  const merchant = await deps.merchants.find(merchantOf(endpointId));
  if (endpoint === undefined || merchant === undefined) return refused("endpoint_not_found");
  const now = deps.clock.now();
  const secret = newWebhookSecret(deps.random);
  const before = signingSecrets(endpoint, merchant.webhookSecret, now);
  const until = overlapMs === 0 ? undefined : later(now, overlapMs);
  await deps.endpoints.replaceSecrets(endpointId, rolledSecrets(before, { secret, now, until }));
  return ok({ secret });
}
