import type { ItemKey } from "../domain/job/failed-item.ts";
import { parseMerchantId } from "../kernel/ids.ts";
import type {
  FoundRecord,
  RecordTable,
  RewrapPosition,
  RewrappedRecord,
  RewrapStore,
  WrappedRecord,
} from "../store/vault/rewrap-store.ts";
import { cardBinding } from "./card-binding.ts";
import { rewrapKey, type VaultKey } from "./envelope.ts";
import type { KeySource } from "./key-source.ts";
import type { RewrapDeps, RewrapProgress, UnreadableRecord } from "./sealed-texts.ts";
import { VaultKeyError } from "./vault-key-error.ts";

type Deps = RewrapDeps & { readonly source: KeySource; readonly records: RewrapStore };

const BATCH = 500;

/** Rewraps a table in passes until no readable record in it is under another key. */
export async function rewrapCards(
  deps: Deps,
  table: RecordTable,
  target: VaultKey,
): Promise<RewrapProgress> {
  let rewrapped = 0;
  for (;;) {
    const pass = await rewrapOnce(deps, table, target);
    rewrapped += pass.rewrapped;
    const { unreadable } = pass;
    if (pass.scanned === unreadable.length) return { rewrapped, unreadable };
  }
}

async function rewrapOnce(
  deps: Deps,
  table: RecordTable,
  target: VaultKey,
): Promise<RewrapProgress & { readonly scanned: number }> {
  const unreadable: UnreadableRecord[] = [];
  let scanned = 0;
  let rewrapped = 0;
  let after: RewrapPosition = { merchantId: "", id: "" };
  for (;;) {
    const wanted = { keyId: target.id, after, limit: BATCH };
    const found = await deps.records.next(table, wanted);
    const last = found.at(-1);
    if (last === undefined) return { scanned, rewrapped, unreadable };
    const readable: RewrappedRecord[] = [];
    for (const record of found) {
      try {
        readable.push(await rewrapOne(deps, record.read(), target));
      } catch (error) {
        if (error instanceof VaultKeyError) throw error;
        unreadable.push({ key: keyOf(table, record), error });
      }
    }
    scanned += found.length;
    rewrapped += await deps.records.write(table, target.id, readable);
    after = last;
  }
}

async function rewrapOne(
  deps: Deps,
  record: WrappedRecord,
  target: VaultKey,
): Promise<RewrappedRecord> {
  const from = await deps.keys.find(record.keyId);
  if (from === undefined) {
    throw new VaultKeyError(`${deps.source.place} does not hold ${record.keyId}, which is in use.`);
  }
  const wrapped = { envelope: record, binding: cardBinding(record) };
  const { wrappedKey } = rewrapKey({ from, to: target }, deps.random, wrapped);
  return { record, wrappedKey };
}

function keyOf(table: RecordTable, { merchantId, id }: FoundRecord): ItemKey {
  const owner = parseMerchantId(merchantId) ?? "";
  return { kind: "vault_record", merchantId: owner, itemId: `${table}/${id}` };
}
