import type { SealedAttemptStore, SealedValue } from "../store/vault/sealed-attempt-store.ts";
import { bindingOfValue, STORED_WITHIN_MS } from "./attempt-vault.ts";
import type { VaultKey } from "./envelope.ts";
import {
  rewrapTexts,
  type RewrapDeps,
  type RewrapProgress,
  type SealedText,
  type SealedTexts,
} from "./sealed-texts.ts";

/** Banks' values of attempts. Payments store them, so their statements take no lock on the key. */
export type BankValues = SealedTexts & {
  /** False if no payment can have brought a value, because no bank was ever connected. */
  mayBeOnTheirWay(): Promise<boolean>;
};

const PAGE = 500;

/** The banks' values of all attempts, for the rotation of the vault key. */
export function sealedBankValues(store: SealedAttemptStore): SealedTexts {
  return {
    mayBePlain: false,
    async *notUnder(keyId) {
      let after: SealedValue | undefined;
      do {
        const page = await store.next({ keyId, after, limit: PAGE });
        for (const value of page) yield textOf(store, value);
        after = page.at(-1);
      } while (after !== undefined);
    },
    countByKey: () => store.countByKey(),
  };
}

function textOf(store: SealedAttemptStore, value: SealedValue): SealedText {
  const { merchantId, attemptId, purpose, sealed } = value;
  return {
    binding: bindingOfValue(value),
    item: { merchantId, itemId: `attempt/${attemptId}/${purpose}` },
    text: sealed,
    replace: (text) => store.replace(value, text),
  };
}

type Deps = RewrapDeps & { readonly sleep: (ms: number) => Promise<void> };

/**
 * Encrypts banks' values under `target`, the key in force. A value that a payment encrypted before
 * the key came into force may be committed behind the first pass. So the passes are repeated, once
 * no such value can be on its way, until one finds none.
 */
export async function rewrapBankValues(
  deps: Deps,
  values: BankValues,
  target: VaultKey,
): Promise<RewrapProgress> {
  const first = await rewrapTexts(deps, values, target);
  if (!(await values.mayBeOnTheirWay())) return first;
  await deps.sleep(STORED_WITHIN_MS);
  let { rewrapped } = first;
  for (;;) {
    const pass = await rewrapTexts(deps, values, target);
    if (pass.rewrapped === 0) return { ...pass, rewrapped };
    rewrapped += pass.rewrapped;
  }
}
