import type { Instant } from "../kernel/clock.ts";
import type { MerchantId } from "../kernel/ids.ts";
import type { ApiKey } from "./api-key.ts";
import type { Brand } from "./brand.ts";
import type { Logo } from "./logo.ts";
import type { Merchant, MerchantSettings, Mode } from "./merchant.ts";

export interface MerchantStore {
  /** Stores the merchant and its first keys together. */
  create(merchant: Merchant, keys: readonly ApiKey[]): Promise<void>;
  list(): Promise<readonly Merchant[]>;
  /** Sets what is named and leaves the rest; every process goes by it within a second. */
  changeSettings(merchantId: MerchantId, change: Partial<MerchantSettings>): Promise<void>;
  find(merchantId: MerchantId): Promise<Merchant | undefined>;
  /** The key with that hash, if it is in force at this moment. */
  findKey(merchantId: MerchantId, hash: string): Promise<ApiKey | undefined>;
  /** Those that are in force, of both modes, oldest first. */
  listKeys(merchantId: MerchantId): Promise<readonly ApiKey[]>;
  /**
   * Puts the new key in the place of every other of its mode and name. The others are in force
   * until `oldUntil`, and no longer than they were; without it they end at once.
   */
  replaceKeys(key: ApiKey, oldUntil: Instant | undefined): Promise<void>;
  /** Takes the right to refund above the limit from a key. */
  endAboveLimit(merchantId: MerchantId, hash: string): Promise<void>;
  /** Ends a key now; false where none of that hash is in force. */
  endKey(merchantId: MerchantId, hash: string): Promise<boolean>;
  /** Adds the key; false where another one of its mode has the name. */
  addKey(key: ApiKey): Promise<boolean>;
}

/** Notes which keys are used; loses what it was told a moment before the process ends. */
export interface KeyUses {
  note(key: ApiKey, network: string): void;
}

export interface BrandStore {
  /** How a merchant looks, plain unless something was set; a second old at most. */
  find(merchantId: MerchantId): Promise<Brand>;
  /** The same, as it is now. */
  load(merchantId: MerchantId): Promise<Brand>;
  /** Replaces everything; the logo stays as it is unless one is given, or `null` to have none. */
  save(merchantId: MerchantId, brand: Omit<Brand, "logo">, logo?: Logo | null): Promise<void>;
  /** The logo in force, if its bytes have that digest. */
  findLogo(merchantId: MerchantId, digest: string): Promise<Logo | undefined>;
}

/** Who calls: a merchant, in one mode. */
export type Caller = { readonly merchant: Merchant; readonly mode: Mode };

/** A caller by the key that it has shown. */
export type KeyCaller = Caller & { readonly key: ApiKey };
