import { later, type Clock } from "../../kernel/clock.ts";
import type { EndpointId } from "../../kernel/ids.ts";
import { merchantOf } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { newWebhookSecret } from "../merchant/create-merchant.ts";
import { merchantSecrets } from "../merchant/merchant-secret.ts";
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
 * does not change. Of two rolls at once, the later one replaces the secret of the other.
 */
export async function rollSecret(
  deps: RollSecretDeps,
  { endpointId, overlapMs }: RollSecret,
): Promise<Result<{ readonly secret: string }, "endpoint_not_found">> {
  const merchant = await deps.merchants.find(merchantOf(endpointId));
  if (merchant === undefined) return refused("endpoint_not_found");
  const secret = newWebhookSecret(deps.random);
  const isRolled = await deps.endpoints.changeSecrets(endpointId, (endpoint) => {
    const now = deps.clock.now();
    const before = signingSecrets(endpoint, merchantSecrets(merchant, now), now);
    const until = overlapMs === 0 ? undefined : later(now, overlapMs);
    return rolledSecrets(before, { secret, now, until });
  });
  return isRolled ? ok({ secret }) : refused("endpoint_not_found");
}
