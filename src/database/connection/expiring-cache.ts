import { isWithin, type Clock, type Instant } from "../../kernel/clock.ts";

type Entry<Value> = { readonly value: Promise<Value | undefined>; readonly readAt: Instant };

/** Maximum number of entries, so that a flood of unknown keys does not fill the memory. */
const SIZE = 1_000;

export type ExpiringCache<Value> = {
  /** Returns the cached value, or loads it; calls at the same time for one key share a load. */
  get(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined>;
  clear(): void;
};

/** A cache that keeps each found value for `lifetimeMs`; missing values are not cached. */
export function createExpiringCache<Value>(clock: Clock, lifetimeMs: number): ExpiringCache<Value> {
  const entries = new Map<string, Entry<Value>>();
  return {
    async get(key, load) {
      const now = clock.now();
      const known = entries.get(key);
      if (known !== undefined && isWithin(lifetimeMs, known.readAt, now)) return known.value;
      if (entries.size >= SIZE) entries.clear();
      const value = load();
      entries.set(key, { value, readAt: now });
      const found = await value.catch((error: unknown) => {
        entries.delete(key);
        throw error;
      });
      if (found === undefined) entries.delete(key);
      return found;
    },
    clear: () => entries.clear(),
  };
}
