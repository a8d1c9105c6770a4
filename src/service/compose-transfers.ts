import type pg from "pg";
import { bookTransfer, type TransferOrder } from "../bank/book-transfer.ts";
import type { AccountLine } from "../bank/account-line.ts";
import { sqlAccounts } from "../bank/sql-accounts.ts";
import type { CommandParts } from "./compose-clock.ts";
import { jobDeps } from "./compose-jobs.ts";
import { importFolder } from "../edge/jobs/statement-folder.ts";
import { startLoop, type Loop } from "../edge/jobs/loop.ts";
import { openFileReader, type FileReader } from "../edge/file-reader/file-reader.ts";
import { StatementError } from "../edge/statement/statement-error.ts";
import { openConnection, openDatabase } from "../edge/store/sql/database.ts";
import { createPaymentStore } from "../edge/store/payment/payment-store.ts";
import { findReferenceCodes } from "../transfer/reference-code.ts";
import { createPaymentWriter } from "../edge/store/payment/payment-writer.ts";
import { createSessionStore } from "../edge/store/session/session-store.ts";
import { createStatementStore } from "../edge/store/transfer/statement-store.ts";
import { createMerchantStore } from "../edge/store/merchant/merchant-store.ts";
import { createTransferStore } from "../edge/store/transfer/transfer-store.ts";
import { systemClock } from "../edge/system/clock.ts";
import type { Logger } from "../edge/system/logger.ts";
import { sleep } from "../edge/system/sleep.ts";
import { collectTransfers, type CollectDeps } from "../transfer/collect-transfers.ts";
import { importStatement, type ImportReport } from "../transfer/import-statement.ts";
import type { TransferStore } from "../transfer/ports.ts";
import type { StatementDeps } from "../transfer/apply-line.ts";

/** A transfer that arrives is to complete its payment within a second. */
const COLLECT_EVERY_MS = 300;

const FOLDER_EVERY_MS = 2_000;

type StatementReader = { readonly files: Pick<FileReader, "statement"> };

export type TransferStores = Pick<StatementDeps, "transfers" | "statements">;

export function openTransfers(
  pool: pg.Pool,
  times: Parameters<typeof createStatementStore>[1],
): TransferStores {
  return {
    transfers: createTransferStore(pool),
    statements: createStatementStore(pool, times),
  };
}

/** Reads the account feed and matches what arrived. */
export function startCollecting(deps: CollectDeps, logger: Logger): Loop {
  return startLoop({
    name: "collect-transfers",
    everyMs: COLLECT_EVERY_MS,
    sleep,
    round: () => collectTransfers(deps),
    onError: (error) => logger.error({ err: error }, "collecting transfers failed"),
  });
}

/** Imports the statements that somebody puts into a folder. */
export function startStatementFolder(
  deps: StatementDeps & StatementReader,
  folder: string,
  logger: Logger,
): Loop {
  const importBytes = async (bytes: Uint8Array): Promise<ImportReport> => {
    const { lines } = await deps.files.statement(bytes);
    return importStatement(deps, { lines });
  };
  return startLoop({
    name: "import-statements",
    everyMs: FOLDER_EVERY_MS,
    sleep,
    round: async () => {
      await importFolder(
        {
          ...deps,
          folder,
          importBytes,
          isFileFault: (error) => error instanceof StatementError,
          isPassing: (error) => deps.isPassing(error) && !isOfFile(error),
          report: (sentence, facts) => logger.info(facts, sentence),
        },
        systemClock.now(),
      );
      return false;
    },
    onError: (error) => logger.error({ err: error }, "watching the folder of statements failed"),
  });
}

/** An error of the file system names its path; one of a connection does not. */
function isOfFile(error: unknown): boolean {
  return error instanceof Error && "path" in error;
}

type Opened<Deps> = { readonly deps: Deps; close(): Promise<void> };

/** What the command line needs to import a statement: matching, without a server. */
export function openStatements(parts: CommandParts): Opened<StatementDeps & StatementReader> {
  const { clock, clocks, random } = parts;
  const options = { address: parts.database, applicationName: "vezne statements" };
  const pool = openDatabase({ ...options, max: 4 });
  const connect = async (): Promise<pg.Client> => {
    const client = openConnection(options);
    await client.connect();
    return client;
  };
  const writer = createPaymentWriter(connect, pool);
  const sessions = createSessionStore(connect);
  const files = openFileReader();
  return {
    deps: {
      files,
      clocks,
      random,
      sessions,
      merchants: createMerchantStore(pool, clock),
      payments: createPaymentStore(pool, writer),
      ...openTransfers(pool, { clock, clocks }),
      ...jobDeps(pool, clock),
      // Transfers need no acquirer, and no card is tried here.
      expectSettlement: () => Promise.resolve(undefined),
      cardGuard: { ended: () => Promise.resolve() },
      // What could not be matched is what the command prints.
      report: () => undefined,
    },
    async close() {
      files.close();
      await Promise.all([writer.close(), sessions.close()]);
      await pool.end();
    },
  };
}

/** The counter of the simulated bank, at which somebody sends money. */
export type SandboxCounter = {
  readonly transfers: TransferStore;
  readonly book: (order: TransferOrder) => Promise<AccountLine>;
};

export function openSandboxCounter(parts: CommandParts): Opened<SandboxCounter> {
  const { clock, clocks, random } = parts;
  const pool = openDatabase({
    address: parts.database,
    applicationName: "vezne sandbox",
    max: 2,
  });
  const accounts = sqlAccounts(pool);
  const transfers = createTransferStore(pool);
  return {
    deps: {
      transfers,
      async book(order) {
        const [payee] = await transfers.findByReference(findReferenceCodes(order.description));
        const at = payee === undefined ? clock.now() : clocks.now(payee);
        return bookTransfer({ accounts, clock: { now: () => at }, random }, order);
      },
    },
    close: () => pool.end(),
  };
}
