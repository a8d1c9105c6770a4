import type pg from "pg";
import { later, MINUTE, toIso, type Clock, type Instant } from "../../../kernel/clock.ts";
import type { ApiKey } from "../../../merchant/api-key.ts";
import type { KeyUses } from "../../../merchant/ports.ts";

/** When a key was last used is told to the minute, so that few calls lead to a write. */
const NOTED_MS = MINUTE;

type Use = { readonly key: ApiKey; readonly network: string; readonly at: Instant };

// Of processes that note a use at once, one writes.
const WRITE = `
update api_key set used_at = use.at, used_from = use.network
from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[])
  as use (merchant_id, hash, network, at)
where api_key.merchant_id = use.merchant_id and api_key.hash = use.hash
  and (used_at is null or used_at <= use.at - interval '1 minute'
    or used_from is distinct from use.network)`;

/**
 * Uses of keys, gathered in memory and written by `flush`: no call waits for it, and calls go on
 * where nothing can be written.
 */
export class GatheredKeyUses implements KeyUses {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Use>();
  /** What was written by this process, so that a busy key is not gathered all the time. */
  readonly #written = new Map<string, Use>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(key: ApiKey, network: string): void {
    const at = this.#clock.now();
    const last = this.#written.get(key.hash);
    const isFresh = last !== undefined && at < later(last.at, NOTED_MS);
    if (isFresh && last.network === network) return;
    this.#waiting.set(key.hash, { key, network, at });
  }

  async flush(pool: pg.Pool): Promise<void> {
    const uses = [...this.#waiting.values()];
    if (uses.length === 0) return;
    await pool.query(WRITE, [
      uses.map(({ key }) => key.merchantId),
      uses.map(({ key }) => key.hash),
      uses.map(({ network }) => network),
      uses.map(({ at }) => toIso(at)),
    ]);
    const now = this.#clock.now();
    for (const [hash, { at }] of this.#written) {
      if (now >= later(at, NOTED_MS)) this.#written.delete(hash);
    }
    for (const use of uses) {
      this.#written.set(use.key.hash, use);
      if (this.#waiting.get(use.key.hash) === use) this.#waiting.delete(use.key.hash);
    }
  }
}
