import type { AccountLine } from "../../bank/account-line.ts";
import { bookTransfer, type TransferOrder } from "../../bank/book-transfer.ts";
import type { FileReader } from "../../file/reader/file-reader.ts";
import { SeenFiles } from "../../jobs/seen-files.ts";
import { importFolder, type FileImport } from "../../jobs/statement-folder.ts";
import { minorOf } from "../../file/statement/statement-amount.ts";
import { StatementError } from "../../file/statement/statement-error.ts";
import type { StatementFile } from "../../file/statement/statement-file.ts";
import type { StatementDeps } from "../../domain/transfer/apply-lines.ts";
import { SANDBOX_FEED_ID } from "../../domain/account-feed/sandbox-feed.ts";
import { matchWaiting } from "../../domain/transfer/match-waiting.ts";
import { importStatement } from "../../domain/transfer/import-statement.ts";
import { findReferenceCodes } from "../../domain/transfer/reference-code.ts";
import type { Installation } from "../installation/installation.ts";
import type { SecondPersonDeps } from "../../domain/transfer/second-person.ts";
import type { Round } from "../runtime/job.ts";

/** The dependencies of an import of statements outside the service. */
export function statementDeps(
  installation: Installation,
): StatementDeps & SecondPersonDeps & { readonly files: FileReader } {
  return {
    files: installation.files,
    clock: installation.clock,
    clocks: installation.clocks,
    random: installation.random,
    sessions: installation.sessions,
    merchants: installation.merchants,
    accessGrants: installation.accessGrants,
    payments: installation.payments,
    transfers: installation.transfers,
    statements: installation.statements,
    failedItems: installation.failedItems,
    isPassing: installation.isPassing,
    attemptVault: installation.attemptVault,
    // A transfer needs no acquirer and checks no card.
    expectSettlement: () => Promise.resolve(undefined),
    cardGuard: { ended: () => Promise.resolve() },
    // The command prints the lines that match no payment.
    report: () => undefined,
  };
}

/** Matches the stored lines that have no verdict yet. */
export function matchStored(deps: StatementDeps): Round {
  return async () => {
    await matchWaiting(deps);
    return false;
  };
}

type FolderDeps = StatementDeps & Pick<Installation, "files" | "logger">;

/** Imports the statements that an operator puts into a folder. */
export function importStatements(deps: FolderDeps, folder: string): Round {
  const { logger } = deps;
  const importBytes = async (bytes: Uint8Array): Promise<FileImport> => {
    const { lines, setAside, refused } = await deps.files.statement(bytes);
    const imported = await importStatement(deps, { lines });
    return { ...imported, setAside, refused: refused.map(refusalText) };
  };
  const seen = new SeenFiles(() => performance.now());
  return async () => {
    await importFolder({
      clock: deps.clock,
      failedItems: deps.failedItems,
      folder,
      seen,
      importBytes,
      isFileFault: (error) => error instanceof StatementError,
      isPassing: (error) => deps.isPassing(error) && !isOfFile(error),
      random: deps.random,
      note: (sentence, facts) => logger.info(facts, sentence),
      report: (sentence, facts) => logger.warn(facts, sentence),
    });
    return false;
  };
}

function refusalText({ statement, reason, difference }: StatementFile["refused"][number]): string {
  const apart = difference === undefined ? "" : `, difference ${minorOf(difference)}`;
  return `${statement}: ${reason}${apart}`;
}

/** True for an error of the file system, which has a `path`; an error of a connection has none. */
function isOfFile(error: unknown): boolean {
  return error instanceof Error && "path" in error;
}

/**
 * Books a transfer at the test bank, by the time of the sandbox that it pays, and makes the look at
 * the bank's feed due.
 */
export async function bookSandboxTransfer(
  installation: Pick<
    Installation,
    "accountFeeds" | "clock" | "clocks" | "random" | "transfers" | "sandboxAccounts"
  >,
  order: TransferOrder,
): Promise<AccountLine> {
  const { clock, clocks, random, transfers, sandboxAccounts: accounts } = installation;
  const [payee] = await transfers.findByReference(findReferenceCodes(order.description));
  const at = payee === undefined ? clock.now() : clocks.now(payee);
  const line = await bookTransfer({ accounts, clock: { now: () => at }, random }, order);
  await installation.accountFeeds.wake(SANDBOX_FEED_ID, clock.now());
  return line;
}
