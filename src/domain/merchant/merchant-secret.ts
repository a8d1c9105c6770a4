import { later, type Clock, type Instant } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { newWebhookSecret } from "./create-merchant.ts";
import type { Merchant } from "./merchant.ts";
import type { MerchantStore } from "./ports.ts";

export type MerchantSecrets = Pick<Merchant, "webhookSecret" | "replacedSecret">;

/**
 * Returns the secrets that sign deliveries to endpoints without one of their own: the newest, and
 * the replaced one until its end.
 */
export function merchantSecrets(merchant: MerchantSecrets, now: Instant): readonly string[] {
  const replaced = replacedSecret(merchant, now);
  const present = readableSecret(merchant.webhookSecret);
  return replaced === undefined ? [present] : [present, readableSecret(replaced.text)];
}

/** A secret that signs could not be decrypted on this machine. */
class UnreadableSecret extends Error {
  override readonly name = "UnreadableSecret";
}

/**
 * Returns a secret for signing.
 * @throws UnreadableSecret for the empty text, which stands for one that can't be decrypted
 */
export function readableSecret(text: string): string {
  if (text === "") throw new UnreadableSecret("a secret that signs can't be decrypted");
  return text;
}

/** Returns the replaced secret, if it is still in use. */
export function replacedSecret({ replacedSecret: secret }: MerchantSecrets, now: Instant) {
  return secret !== undefined && now < secret.until ? secret : undefined;
}

/** Returns the time from which the present secret is in use. */
export function secretSince({ settings, createdAt }: Pick<Merchant, "settings" | "createdAt">) {
  return settings.secretMadeAt ?? createdAt;
}

export type RollMerchantSecretDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly merchants: Pick<MerchantStore, "find" | "rollSecret">;
};

export type RollMerchantSecret = {
  readonly merchantId: MerchantId;
  /** How long the present secret stays in use, in ms; 0 ends it with this commit. */
  readonly overlapMs: number;
};

export type RolledMerchantSecret = {
  readonly secret: string;
  /** When the old secret ends; absent if it ended with the replacement. */
  readonly oldUntil: Instant | undefined;
};

/**
 * Replaces a merchant's secret. While an old one is in use, only a roll without overlap is made: a
 * shop would otherwise have to know three.
 */
export async function rollMerchantSecret(
  deps: RollMerchantSecretDeps,
  { merchantId, overlapMs }: RollMerchantSecret,
): Promise<Result<RolledMerchantSecret, "merchant_not_found" | "overlap_not_over">> {
  const merchant = await deps.merchants.find(merchantId);
  if (merchant === undefined) return refused("merchant_not_found");
  const now = deps.clock.now();
  const secret = newWebhookSecret(deps.random);
  const oldUntil = overlapMs === 0 ? undefined : later(now, overlapMs);
  const isRolled = await deps.merchants.rollSecret(merchantId, { secret, oldUntil, now });
  return isRolled ? ok({ secret, oldUntil }) : refused("overlap_not_over");
}
