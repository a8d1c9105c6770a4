import type { Instant } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { KeyedAnswer } from "../../kernel/keyed-answer.ts";
import type { ApiKey } from "./api-key.ts";
import type { Brand } from "./brand.ts";
import type { Logo } from "./logo.ts";
import type { Merchant, MerchantSettings, Mode } from "./merchant.ts";
import type { RefundLimits } from "./refund-limit.ts";

export type SecretRoll = {
  readonly secret: string;
  readonly oldUntil: Instant | undefined;
  readonly now: Instant;
};

export interface MerchantStore {
  /**
   * Writes the merchant, its first keys and the answer of the call in one commit.
   * @throws KeyTakenOver if another call has the idempotency key of the answer
   */
  create(merchant: Merchant, keys: readonly ApiKey[], answer?: KeyedAnswer): Promise<void>;
  list(): Promise<readonly Merchant[]>;
  /** Lists up to `limit` merchants in the order of their ids, from the one after `after` on. */
  page(after: MerchantId | undefined, limit: number): Promise<readonly Merchant[]>;
  /** Changes the named settings and keeps the others; every process uses them within a second. */
  changeSettings(merchantId: MerchantId, change: Partial<MerchantSettings>): Promise<void>;
  /**
   * Changes settings like `changeSettings`, if the limits of refunds are still the seen ones.
   * Compared with the row itself, because `find` may be a second old. Returns false, and writes
   * nothing, if they are not.
   */
  changeSeenLimits(
    merchantId: MerchantId,
    seen: RefundLimits,
    change: Partial<MerchantSettings>,
  ): Promise<boolean>;
  /**
   * Writes since when a state of the merchant holds; null ends it. Compared with the row itself,
   * because `find` may be a second old. Returns false, and writes nothing, if it already was so.
   */
  setSince(
    merchantId: MerchantId,
    setting: "liveSince" | "suspendedSince",
    at: Instant | null,
  ): Promise<boolean>;
  /**
   * Replaces the secret. The old one stays until `oldUntil`; without `oldUntil` it ends at once.
   * Returns false, and writes nothing, if there is no such merchant, or if an earlier replaced
   * secret is in use at `now` and `oldUntil` is given.
   */
  rollSecret(merchantId: MerchantId, roll: SecretRoll): Promise<boolean>;
  /** Finds a merchant, at most one second old. */
  find(merchantId: MerchantId): Promise<Merchant | undefined>;
  /** Finds the key with that hash, if it is valid now. */
  findKey(merchantId: MerchantId, hash: string): Promise<ApiKey | undefined>;
  /** Lists the valid keys of both modes, oldest first. */
  listKeys(merchantId: MerchantId): Promise<readonly ApiKey[]>;
  /**
   * Adds a key that replaces all others of its mode and name. The replaced keys end at `oldUntil`,
   * or at their own end if that is earlier; without `oldUntil` they end at once.
   */
  replaceKeys(key: ApiKey, oldUntil: Instant | undefined): Promise<void>;
  /** Removes the right to refund above the limit from a key. */
  endAboveLimit(merchantId: MerchantId, hash: string): Promise<void>;
  /** Ends a key now. Returns false if no valid key has that hash. */
  endKey(merchantId: MerchantId, hash: string): Promise<boolean>;
  /** Adds the key. Returns false if another key of its mode has the name. */
  addKey(key: ApiKey): Promise<boolean>;
}

/**
 * Records the uses of keys. Uses are written in batches, so those that are not written yet when a
 * process ends are lost.
 */
export interface KeyUses {
  note(key: ApiKey, network: string): void;
}

export interface BrandStore {
  /** Returns a merchant's brand, at most a second old; without values if none were set. */
  find(merchantId: MerchantId): Promise<Brand>;
  /** Returns the brand as it is in the database now. */
  load(merchantId: MerchantId): Promise<Brand>;
  /** Replaces the brand. The logo stays unless one is given; `null` removes it. */
  save(merchantId: MerchantId, brand: Omit<Brand, "logo">, logo?: Logo | null): Promise<void>;
  /** Returns the current logo if its bytes have that digest. */
  findLogo(merchantId: MerchantId, digest: string): Promise<Logo | undefined>;
}

/** A merchant that calls, in one mode. */
export type Caller = { readonly merchant: Merchant; readonly mode: Mode };

/** A caller that authenticated with a key. */
export type KeyCaller = Caller & { readonly key: ApiKey };
