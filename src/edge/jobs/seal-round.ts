import type { FailedItem } from "../../job/failed-item.ts";
import { tryItem } from "../../job/try-item.ts";
import type { ItemRunnerDeps } from "../../job/item-runner.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";

export type SealRoundDeps = ItemRunnerDeps & {
  readonly sealer: {
    /** Seals what is not sealed; resolves to how much it was. */
    seal(now: Instant, scope: SealScope): Promise<number>;
    owners(): Promise<readonly SealOwner[]>;
  };
};

/** Empty: the entries of the audit log that belong to no merchant. */
type SealOwner = MerchantId | "";
type SealScope = { readonly only: SealOwner } | { readonly except: readonly SealOwner[] };

/**
 * Seals what all merchants wrote, at once. Where that fails, each merchant is sealed alone, and the
 * one at fault is left out of the rounds until it is tried again. Resolves to how much was sealed.
 */
export async function sealRound(deps: SealRoundDeps): Promise<number> {
  const now = deps.clock.now();
  const failed = (await deps.failedItems.of("seal")).map(({ item }) => item);
  for (const item of failed) if (item.dueAt <= now) await sealAlone(deps, item.merchantId, failed);
  const except = failed.map(({ merchantId }) => merchantId);
  try {
    return await deps.sealer.seal(now, { except });
  } catch (error) {
    if (deps.isPassing(error)) throw error;
    const owners = (await deps.sealer.owners()).filter((one) => !except.includes(one));
    for (const merchantId of owners) await sealAlone(deps, merchantId, failed);
    return 0;
  }
}

async function sealAlone(
  deps: SealRoundDeps,
  merchantId: SealOwner,
  failed: readonly FailedItem[],
): Promise<void> {
  await tryItem(deps, {
    key: { kind: "seal", merchantId, itemId: merchantId === "" ? "installation" : merchantId },
    hasFailed: failed.some((item) => item.merchantId === merchantId),
    work: () => deps.sealer.seal(deps.clock.now(), { only: merchantId }),
  });
}
