import type pg from "pg";
import { later, MINUTE, toIso, type Clock, type Instant } from "../../kernel/clock.ts";
import type { ApiKey } from "../../domain/merchant/api-key.ts";
import type { KeyUses } from "../../domain/merchant/ports.ts";

/** The precision of a key's last use, in ms; a finer one would lead to more writes. */
const PRECISION_MS = MINUTE;

type Use = { readonly key: ApiKey; readonly network: string; readonly at: Instant };

// If several processes record uses of a key within a minute, the condition lets only the first
// write.
const WRITE = `
update api_key set used_at = use.at, used_from = use.network
from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[])
  as use (merchant_id, hash, network, at)
where api_key.merchant_id = use.merchant_id and api_key.hash = use.hash
  and (used_at is null or used_at <= use.at - interval '1 minute'
    or used_from is distinct from use.network)`;

/**
 * The last uses of API keys, collected in memory and written by `flush`. No request waits for the
 * write or fails with it.
 */
export class BufferedKeyUses implements KeyUses {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Use>();
  /** The uses that this process wrote lately; a busy key is not collected again within a minute. */
  readonly #written = new Map<string, Use>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(key: ApiKey, network: string): void {
    const at = this.#clock.now();
    const last = this.#written.get(key.hash);
    const isFresh = last !== undefined && at < later(last.at, PRECISION_MS);
    if (isFresh && last.network === network) return;
    this.#waiting.set(key.hash, { key, network, at });
  }

  /** Writes the uses by `run`, which may write them to several databases; each has some keys. */
  async flush(
    run: (write: (pool: pg.Pool) => Promise<unknown>) => Promise<unknown>,
  ): Promise<void> {
    const uses = [...this.#waiting.values()];
    if (uses.length === 0) return;
    const values = [
      uses.map(({ key }) => key.merchantId),
      uses.map(({ key }) => key.hash),
      uses.map(({ network }) => network),
      uses.map(({ at }) => toIso(at)),
    ];
    await run((pool) => pool.query(WRITE, values));
    const now = this.#clock.now();
    for (const [hash, { at }] of this.#written) {
      if (now >= later(at, PRECISION_MS)) this.#written.delete(hash);
    }
    for (const use of uses) {
      this.#written.set(use.key.hash, use);
      if (this.#waiting.get(use.key.hash) === use) this.#waiting.delete(use.key.hash);
    }
  }
}
