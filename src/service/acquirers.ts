import { bankPlugin } from "../bank/server/bank-plugin.ts";
import type { FaultScript } from "../bank/faults.ts";
import { createAcquirerDirectory } from "../edge/acquirer/directory.ts";
import { createSandboxAcquirer } from "../edge/acquirer/sandbox/adapter.ts";
import { installationSecret } from "../edge/store/installation/installation-secret.ts";
import { sleep } from "../edge/system/sleep.ts";
import { parseMerchantId } from "../kernel/ids.ts";
import { BANK_TIMEOUT_MS } from "../payment/timing.ts";
import type { Installation } from "./installation.ts";

export type BankOptions = {
  readonly bankFaults?: FaultScript;
  /** The wait of the simulated bank for cards that are slow; a test does not wait. */
  readonly bankDelay?: (ms: number) => Promise<void>;
};

export type Acquirers = Awaited<ReturnType<typeof openAcquirers>>;

/**
 * The acquirers that payments reach, each named here only: a bank's adapter is added to `live`.
 * `sandbox` is the acquirer of test mode, and `bank` is the simulated bank, unless it runs elsewhere.
 */
export async function openAcquirers(installation: Installation, options: BankOptions) {
  const { config, clock, random, pool, sandboxTime } = installation;
  const masterSecret = await installationSecret(pool, random, "sandbox_bank");
  const sandbox = createSandboxAcquirer({
    baseUrl: config.bankUrl ?? `${config.localUrl}/bank`,
    masterSecret,
    timeoutMs: BANK_TIMEOUT_MS,
    clock,
    aheadMs: (terminal) => aheadOf(sandboxTime, terminal),
  });
  const acquirers = createAcquirerDirectory({ sandbox, live: [] });
  if (config.bankUrl !== undefined || !config.simulatedBank) {
    return { acquirers, sandbox, bank: undefined };
  }
  const bank = bankPlugin({
    book: installation.sandboxBook,
    clock,
    random,
    masterSecret,
    publicBaseUrl: `${config.publicUrl}/bank`,
    delay: options.bankDelay ?? sleep,
    ...(options.bankFaults === undefined ? {} : { faults: options.bankFaults }),
  });
  return { acquirers, sandbox, bank };
}

/** Each merchant has a terminal of its own; a further terminal reads the accounts. */
function aheadOf(time: Installation["sandboxTime"], terminal: string): number {
  const merchantId = parseMerchantId(terminal);
  return merchantId === undefined ? 0 : time.aheadMs(merchantId);
}
