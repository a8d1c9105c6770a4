import type { Clock } from "../../kernel/clock.ts";
import type { Digest } from "../../kernel/digest.ts";
import type { KeyedAnswer } from "../../kernel/keyed-answer.ts";
import { newMerchantId } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import { typedText, TYPED_TEXT_MAX } from "../../kernel/text.ts";
import { issueApiKey, mainGrant } from "./api-key.ts";
import { DEFAULT_SETTINGS, type Merchant } from "./merchant.ts";
import type { MerchantStore } from "./ports.ts";

export type CreateMerchantDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly merchants: MerchantStore;
};

/** The credentials that the new merchant must write down: they cannot be read again. */
export type MerchantCredentials = {
  readonly merchant: Merchant;
  readonly testApiKey: string;
  readonly liveApiKey: string;
};

export const MERCHANT_NAME_MAX = TYPED_TEXT_MAX;

/** Returns the name of a merchant without the space around it, or undefined if it is not valid. */
export function merchantName(text: string): string | undefined {
  return typedText(text);
}

export async function createMerchant(
  deps: CreateMerchantDeps,
  command: { readonly name: string; readonly createdBy?: string },
  answer?: (made: MerchantCredentials) => KeyedAnswer,
): Promise<MerchantCredentials> {
  const now = deps.clock.now();
  const merchant: Merchant = {
    merchantId: newMerchantId(deps.random),
    name: command.name,
    settings: DEFAULT_SETTINGS,
    webhookSecret: newWebhookSecret(deps.random),
    replacedSecret: undefined,
    createdAt: now,
  };
  const owner = { merchantId: merchant.merchantId, now };
  const grant = mainGrant(command.createdBy, now);
  const test = issueApiKey(deps, { ...owner, mode: "test" }, grant);
  const live = issueApiKey(deps, { ...owner, mode: "live" }, grant);
  const made = { merchant, testApiKey: test.text, liveApiKey: live.text };
  await deps.merchants.create(merchant, [test.stored, live.stored], answer?.(made));
  return made;
}

/** Standard Webhooks recommends 24 to 64 random bytes. */
export function newWebhookSecret(random: Random): string {
  const bytes = random.bytes(32);
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
