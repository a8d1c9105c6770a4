import type { ItemKey } from "../domain/job/failed-item.ts";
import type { Random } from "../kernel/random.ts";
import { readEnvelope, writeEnvelope } from "./envelope-text.ts";
import {
  decryptRecord,
  encryptRecord,
  EnvelopeError,
  rewrapKey,
  type Binding,
  type VaultKey,
} from "./envelope.ts";
import type { VaultKeys } from "./vault-keys.ts";

/** An encrypted record that can't be decrypted, and the error. */
export type UnreadableRecord = { readonly key: ItemKey; readonly error: unknown };

/** An encrypted text of the database; a secret that signs may be in clear. */
export type SealedText = {
  readonly binding: Binding;
  /** Names the row among the failed items. */
  readonly item: Pick<ItemKey, "merchantId" | "itemId">;
  readonly text: string;
  /** Writes the text under a vault key, unless the stored one has changed. */
  readonly replace: (text: string, keyId: string) => Promise<boolean>;
};

/** The encrypted texts of a table, for the rotation of the vault key. */
export type SealedTexts = {
  /** True if a text may be in clear, which is encrypted then. */
  readonly mayBePlain: boolean;
  /** The texts that are not encrypted under this key; a large table is read in pages. */
  notUnder(keyId: string): AsyncIterable<SealedText>;
  /** The number of rows under each key. */
  countByKey(): Promise<ReadonlyMap<string, number>>;
};

/** The result of a pass through a table. */
export type RewrapProgress = {
  /** The number of rewritten records. */
  readonly rewrapped: number;
  readonly unreadable: readonly UnreadableRecord[];
};

export type RewrapDeps = { readonly keys: VaultKeys; readonly random: Random };

/** Encrypts a text; `binding` names the row, so that the text can't be moved to another row. */
export function sealText(
  { random }: Pick<RewrapDeps, "random">,
  key: VaultKey,
  { binding, text }: { readonly binding: Binding; readonly text: string },
): string {
  const data = Buffer.from(text);
  try {
    return writeEnvelope(encryptRecord(key, random, { binding, data }));
  } finally {
    data.fill(0);
  }
}

export type OpenedText =
  | { readonly kind: "opened"; readonly text: string }
  /** This machine lacks the vault key, or the row was changed in the database. */
  | { readonly kind: "no_key" | "changed"; readonly keyId: string | undefined };

export async function openText(
  { keys }: Pick<RewrapDeps, "keys">,
  { binding, text }: Pick<SealedText, "binding" | "text">,
): Promise<OpenedText> {
  const envelope = readEnvelope(text);
  if (envelope === undefined) return { kind: "changed", keyId: undefined };
  const { keyId } = envelope;
  const key = await keys.find(keyId);
  if (key === undefined) return { kind: "no_key", keyId };
  const opened = unlessChanged(() =>
    decryptRecord(key, { envelope, binding }, (data: Buffer) => data.toString()),
  );
  return opened === undefined ? { kind: "changed", keyId } : { kind: "opened", text: opened };
}

/**
 * Encrypts all texts of a table that are under other keys under `target`; returns the number of
 * rewritten texts, and the texts that can't be decrypted.
 */
export async function rewrapTexts(
  deps: RewrapDeps,
  texts: SealedTexts,
  target: VaultKey,
): Promise<RewrapProgress> {
  let rewrapped = 0;
  const unreadable: UnreadableRecord[] = [];
  for await (const kept of texts.notUnder(target.id)) {
    const text = await rewrappedText({ ...deps, ...texts }, kept, target);
    const key = { kind: "vault_record", ...kept.item } as const;
    if (text === undefined)
      unreadable.push({ key, error: new Error("the record can't be decrypted") });
    else if (await kept.replace(text, target.id)) rewrapped += 1;
  }
  return { rewrapped, unreadable };
}

async function rewrappedText(
  { keys, random, mayBePlain }: RewrapDeps & Pick<SealedTexts, "mayBePlain">,
  { binding, text }: SealedText,
  target: VaultKey,
): Promise<string | undefined> {
  const envelope = readEnvelope(text);
  if (envelope === undefined) {
    return mayBePlain ? sealText({ random }, target, { binding, text }) : undefined;
  }
  const from = await keys.find(envelope.keyId);
  if (from === undefined) return undefined;
  const record = { envelope, binding };
  return unlessChanged(() =>
    writeEnvelope({ ...envelope, ...rewrapKey({ from, to: target }, random, record) }),
  );
}

/** Returns undefined for a record that was changed in the database, or moved from another row. */
function unlessChanged<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof EnvelopeError) return undefined;
    throw error;
  }
}
