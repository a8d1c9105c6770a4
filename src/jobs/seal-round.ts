import type { FailedItem } from "../domain/job/failed-item.ts";
import { tryItem } from "../domain/job/try-item.ts";
import type { ItemRunnerDeps } from "../domain/job/item-runner.ts";
import type { Instant } from "../kernel/clock.ts";
import type { MerchantId } from "../kernel/ids.ts";

export type SealRoundDeps = ItemRunnerDeps & {
  readonly sealer: {
    /** Seals the unsealed rows; resolves to their number. */
    seal(now: Instant, scope: SealScope): Promise<number>;
    owners(): Promise<readonly SealOwner[]>;
  };
};

/** The empty string stands for the audit entries that belong to no merchant. */
type SealOwner = MerchantId | "";
type SealScope = { readonly only: SealOwner } | { readonly except: readonly SealOwner[] };

/**
 * Seals the new rows of all merchants together. If that fails, it seals each merchant alone; a
 * merchant whose rows fail becomes a failed item and is left out until its next try. Resolves to
 * the number of rows that were sealed together.
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
