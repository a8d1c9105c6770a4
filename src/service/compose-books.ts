import type pg from "pg";
import { jobDeps } from "./compose-jobs.ts";
import type { Parts } from "./compose.ts";
import { sealRound } from "../edge/jobs/seal-round.ts";
import { startLoop, type Loop } from "../edge/jobs/loop.ts";
import { createBooksReader } from "../edge/store/ledger/books-store.ts";
import { openDatabase } from "../edge/store/sql/database.ts";
import { createMerchantStore } from "../edge/store/merchant/merchant-store.ts";
import { createPersonalDataStore } from "../edge/store/payment/personal-data-store.ts";
import { readProof } from "../edge/store/ledger/proof-store.ts";
import { createSealer, type Sealer } from "../edge/store/ledger/seal-store.ts";
import { systemHash } from "../edge/system/hash.ts";
import { sleep } from "../edge/system/sleep.ts";
import type { OrderId } from "../kernel/ids.ts";
import type { Proof } from "../ledger/proof.ts";
import type { VerifyDeps } from "../report/verify-books.ts";

/** What happened is sealed within this time, unless there is more than one round can take. */
const SEAL_EVERY_MS = 5_000;
/** A round of so many leaves is followed by another at once. */
const FULL_ROUND = 10_000;

/** Seals what was written, away from the payment path. */
export function startSealing(
  { clock, logger }: Pick<Parts, "clock" | "logger">,
  pool: pg.Pool,
): Loop {
  const sealer = createSealer(pool, systemHash);
  const report = (sentence: string, facts: object): void => logger.error(facts, sentence);
  const deps = { ...jobDeps(pool, clock), report, sealer };
  return startLoop({
    name: "seal-books",
    everyMs: SEAL_EVERY_MS,
    sleep,
    round: async () => (await sealRound(deps)) >= FULL_ROUND,
    onError: (error) => logger.error({ err: error }, "sealing the books failed"),
  });
}

export type BooksAdministration = {
  readonly deps: VerifyDeps & {
    readonly sealer: Sealer;
    readonly readProof: (orderId: OrderId) => Promise<Proof | undefined>;
  };
  close(): Promise<void>;
};

/** What the command line needs to check the books, without a server. */
export function openBooks({ database }: Pick<Parts, "database">): BooksAdministration {
  const pool = openDatabase({
    address: database,
    applicationName: "vezne books",
    max: 2,
    // Its questions wait for one another, and each goes through everything.
    connectTimeoutMs: 0,
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
  });
  return {
    deps: {
      hash: systemHash,
      books: createBooksReader(pool),
      sealer: createSealer(pool, systemHash),
      readProof: (orderId) => readProof(pool, systemHash, orderId),
    },
    close: () => pool.end(),
  };
}

/** What the command line needs to erase personal data. */
export function openPersonalData({ database, clock }: Pick<Parts, "database" | "clock">) {
  const pool = openDatabase({
    address: database,
    applicationName: "vezne erase",
    max: 1,
    statementTimeoutMs: 0,
  });
  return {
    deps: {
      clock,
      merchants: createMerchantStore(pool, clock),
      personalData: createPersonalDataStore(pool),
    },
    close: () => pool.end(),
  };
}
