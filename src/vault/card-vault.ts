import { createHmac } from "node:crypto";
import { summarizeCard, type CardDetails } from "../domain/card/card-details.ts";
import type { CardVault } from "../domain/card/ports.ts";
import {
  earliestKeptExpiry,
  type CardOwner,
  type CardToKeep,
  type OpenedCard,
} from "../domain/card/stored-card.ts";
import { assert } from "../kernel/assert.ts";
import { later, MINUTE, type Clock } from "../kernel/clock.ts";
import { newCardToken, type CardToken } from "../kernel/ids.ts";
import type { Random } from "../kernel/random.ts";
import { ok, refused } from "../kernel/result.ts";
import { Secret } from "../kernel/secret.ts";
import type { StoredCardStore } from "../store/card/stored-card-store.ts";
import { cardBinding } from "./card-binding.ts";
import { decryptRecord, encryptRecord } from "./envelope.ts";
import { VaultKeyError } from "./vault-key-error.ts";
import type { CurrentKey, VaultKeys } from "./vault-keys.ts";

export type CardVaultDeps = {
  readonly store: StoredCardStore;
  readonly keys: VaultKeys;
  readonly clock: Clock;
  readonly random: Random;
  /** Logs a problem that an operator must mend; never with card data. */
  readonly report: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
};

/**
 * A draft is orphaned if it was stored longer ago than this time (in ms, negative) and has no
 * payment; the payment's intent normally follows the draft within seconds.
 */
const ORPHAN_MS = -10 * MINUTE;
/**
 * The most tries to store a draft. A try fails only if, since the key was read, another key came
 * into force or another payment stored the card; as many failures as this are a defect.
 */
const ROUNDS = 5;

/** Stored cards, each encrypted under its own data key, which a vault key wraps. */
export function createCardVault(deps: CardVaultDeps): CardVault {
  const { store } = deps;
  return {
    async setAside(card) {
      try {
        return await setAside(deps, card);
      } catch (error) {
        deps.report("the card is not saved", { order_id: card.orderId, error: messageOf(error) });
        return undefined;
      }
    },
    discard: (orderId) => store.discard(orderId),
    async open(owner, token) {
      const found = await store.find(owner, token);
      if (found === undefined) return refused("card_token_not_found");
      const key = await deps.keys.find(found.record.keyId);
      if (key === undefined) {
        deps.report("a stored card is under a vault key that this machine does not have", {
          key_id: found.record.keyId,
        });
        return refused("stored_cards_unavailable");
      }
      const { merchantId, mode } = owner;
      // The customer is the card's own: a card without one is opened for each of the merchant's.
      const place = { merchantId, mode, customerId: found.customerId, token: found.token };
      const record = { envelope: found.record, binding: cardBinding(place) };
      return ok({ token: found.token, ...decryptRecord(key, record, readCard) });
    },
    list: (query) => store.list(query),
    erase: (owner, token) => store.erase(owner, token),
    sweep: (now) =>
      store.sweep({ setAside: later(now, ORPHAN_MS), expiry: earliestKeptExpiry(now) }),
  };
}

async function setAside(deps: CardVaultDeps, kept: CardToKeep): Promise<CardToken> {
  const { store, keys, random } = deps;
  let token = newCardToken(kept.owner.merchantId, { now: kept.at, random });
  for (let round = 0; round < ROUNDS; round += 1) {
    const current = await keys.current();
    const written = await store.setAside(draftOf(deps, kept, { token, current }));
    if (written.kind === "kept") return token;
    if (written.kind === "known") ({ token } = written);
    else keys.forgetCurrent();
  }
  throw new VaultKeyError("the vault key changed in each round");
}

function draftOf(
  { clock, random }: CardVaultDeps,
  { owner, card, brand, ...rest }: CardToKeep,
  { token, current }: { readonly token: CardToken; readonly current: CurrentKey },
) {
  const { expiry, holderName } = card;
  const data = writeCard(card);
  const summary = summarizeCard(card.number);
  try {
    return {
      ...rest,
      setAsideAt: clock.now(),
      owner,
      token,
      fingerprint: fingerprintOf(current, owner, card.number),
      summary: { ...summary, brand: brand ?? summary.brand },
      expiry,
      holderName,
      record: encryptRecord(current.key, random, {
        binding: cardBinding({ ...owner, token }),
        data,
      }),
    };
  } finally {
    data.fill(0);
  }
}

/**
 * The fingerprint by which a card is recognised. It is keyed, so that card numbers can't be guessed
 * from it, and contains the owner, so that two merchants have different fingerprints of one card.
 */
function fingerprintOf(
  { fingerprintKey }: CurrentKey,
  { merchantId, mode, customerId }: CardOwner,
  number: Secret,
): string {
  const text = JSON.stringify([merchantId, mode, customerId ?? null, number.reveal()]);
  return createHmac("sha256", fingerprintKey).update(text).digest("base64url");
}

type CardFields = readonly [number: string, month: number, year: number, holderName: string];

function writeCard({ number, expiry, holderName }: CardDetails): Buffer {
  const kept: CardFields = [number.reveal(), expiry.month, expiry.year, holderName];
  return Buffer.from(JSON.stringify(kept));
}

function readCard(data: Buffer): Omit<OpenedCard, "token"> {
  const kept: unknown = JSON.parse(data.toString());
  assert(isKept(kept), "what is authenticated was written here");
  const [number, month, year, holderName] = kept;
  return { number: new Secret(number), expiry: { month, year }, cvc: undefined, holderName };
}

function isKept(value: unknown): value is CardFields {
  if (!Array.isArray(value)) return false;
  const types = value.map((part) => typeof part);
  return types.join() === "string,number,number,string";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
