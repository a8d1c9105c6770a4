import type pg from "pg";
import { bankPlugin } from "../bank/bank-plugin.ts";
import { sqlBook } from "../bank/sql-book.ts";
import type { Parts, ServiceDeps } from "./compose.ts";
import { jobDeps } from "./compose-jobs.ts";
import { settlementExpectations } from "./compose-settlement.ts";
import { openTransfers } from "./compose-transfers.ts";
import { createAcquirerDirectory } from "../edge/acquirer/directory.ts";
import { createSandboxAcquirer, type SandboxAcquirer } from "../edge/acquirer/sandbox/adapter.ts";
import { startLoop, type Loop } from "../edge/jobs/loop.ts";
import { createAddresses } from "../edge/page/addresses.ts";
import { openConnection, openDatabase } from "../edge/store/sql/database.ts";
import { createModificationStore } from "../edge/store/payment/modification-store.ts";
import { installationSecret } from "../edge/store/installation/installation-secret.ts";
import { createMerchantStore } from "../edge/store/merchant/merchant-store.ts";
import { createPaymentStore } from "../edge/store/payment/payment-store.ts";
import { createPaymentWriter, type PaymentWriter } from "../edge/store/payment/payment-writer.ts";
import { createRefundStore } from "../edge/store/refund/refund-store.ts";
import type { SandboxTime } from "../edge/store/sandbox/sandbox-time.ts";
import { createSessionStore } from "../edge/store/session/session-store.ts";
import type { Logger } from "../edge/system/logger.ts";
import { sleep } from "../edge/system/sleep.ts";
import { parseMerchantId } from "../kernel/ids.ts";
import type { Clocks } from "../merchant/clocks.ts";
import type { CardOfferDeps } from "../payment/card-offer.ts";
import type { AttemptKind } from "../payment/payment.ts";
import { recoverModification } from "../payment/recover-modification.ts";
import {
  createRecovery,
  recoverAuthorization,
  type Recoverer,
  type RecoveryDeps,
} from "../payment/recover.ts";
import { BANK_TIMEOUT_MS } from "../payment/timing.ts";
import { recoverRefund } from "../refund/recover-refund.ts";

const CONNECTIONS = 16;
const RECOVERY_EVERY_MS = 500;

/** The database, with the queues that the hot path writes and reads through. */
export type Store = {
  readonly pool: pg.Pool;
  readonly writer: PaymentWriter;
  readonly sessions: ReturnType<typeof createSessionStore>;
  /** Statements that wait for a connection of the pool, and rows that wait for a batch. */
  readonly waitingForDatabase: () => number;
};

export function openStore({ database, logger }: Parts): Store {
  const onConnectionLost = (error: Error): void =>
    logger.warn({ error: error.message }, "database connection lost");
  const options = { address: database, applicationName: "vezne", onConnectionLost };
  const pool = openDatabase({ ...options, max: CONNECTIONS });
  const connect = async (): Promise<pg.Client> => {
    const client = openConnection({ ...options, applicationName: "vezne writer" });
    await client.connect();
    return client;
  };
  const writer = createPaymentWriter(connect, pool);
  return {
    pool,
    writer,
    sessions: createSessionStore(connect),
    waitingForDatabase() {
      const { intents, changes } = writer.depths();
      return pool.waitingCount + intents + changes;
    },
  };
}

/** The acquirer of test mode, and the simulated bank unless it runs elsewhere. */
export async function openSandbox(parts: Parts & { readonly time: SandboxTime }, pool: pg.Pool) {
  const { config, clock, random } = parts;
  const masterSecret = await installationSecret(pool, random, "sandbox_bank");
  const baseUrl = config.bankUrl ?? `${config.localUrl}/bank`;
  const acquirer: SandboxAcquirer = createSandboxAcquirer({
    baseUrl,
    masterSecret,
    timeoutMs: BANK_TIMEOUT_MS,
    clock,
    aheadMs: (terminal) => aheadOf(parts.time, terminal),
  });
  if (config.bankUrl !== undefined || !config.simulatedBank) return { acquirer, bank: undefined };
  const bank = bankPlugin({
    book: sqlBook(pool),
    clock,
    random,
    masterSecret,
    publicBaseUrl: `${config.publicUrl}/bank`,
    delay: parts.bankDelay ?? sleep,
    ...(parts.bankFaults === undefined ? {} : { faults: parts.bankFaults }),
  });
  return { acquirer, bank };
}

/** Each merchant has a terminal of its own, and another terminal reads the accounts. */
function aheadOf(time: SandboxTime, terminal: string): number {
  const merchantId = parseMerchantId(terminal);
  return merchantId === undefined ? 0 : time.aheadMs(merchantId);
}

/** What the verbs of payments, refunds and transfers ask for. */
export function paymentDeps(
  { config, clock, clocks, random, logger }: Parts & { readonly clocks: Clocks },
  { pool, writer, sessions }: Store,
  sandboxAcquirer: SandboxAcquirer,
): Omit<ServiceDeps, keyof CardOfferDeps | "cardVault" | "cardGuard"> {
  const addresses = createAddresses(config.publicUrl);
  return {
    clocks,
    random,
    sessions,
    merchants: createMerchantStore(pool, clock),
    payments: createPaymentStore(pool, writer),
    modifications: createModificationStore(pool),
    refunds: createRefundStore(pool),
    expectSettlement: settlementExpectations(pool, clock),
    ...openTransfers(pool, { clock, clocks }),
    acquirers: createAcquirerDirectory({ sandbox: sandboxAcquirer, live: [] }),
    returnUrl: (attemptId) => addresses.bankReturn(attemptId),
    ...jobDeps(pool, clock),
    report: (sentence, facts) => logger.warn(facts, sentence),
  };
}

/** Asks the banks what became of every attempt whose outcome is not known. */
export function startRecovery(
  deps: ServiceDeps,
  parts: Pick<RecoveryDeps, "clock" | "refreshClocks"> & { readonly logger: Logger },
): Loop {
  const modification: Recoverer = (attempt) => recoverModification(deps, attempt);
  const recoverers = {
    authorize: (attempt) => recoverAuthorization(deps, attempt),
    capture: modification,
    void: modification,
    refund: (attempt) => recoverRefund(deps, attempt),
  } satisfies Record<AttemptKind, Recoverer>;
  const recovery = createRecovery({ ...deps, ...parts, recoverers });
  return startLoop({
    name: "recover-payments",
    everyMs: RECOVERY_EVERY_MS,
    sleep,
    round: async () => (await recovery.round()) > 0,
    onError: (error) => parts.logger.error({ err: error }, "recovery round failed"),
  });
}
