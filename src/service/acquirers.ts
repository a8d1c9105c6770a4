import { bankPlugin } from "../bank/server/bank-plugin.ts";
import type { FaultScript } from "../bank/faults.ts";
import { createSandboxAcquirer } from "../edge/acquirer/sandbox/adapter.ts";
import { installationSecret } from "../edge/store/installation/installation-secret.ts";
import { sleep } from "../edge/system/sleep.ts";
import { parseMerchantId } from "../kernel/ids.ts";
import { SECOND } from "../kernel/clock.ts";
import type { Installation } from "./installation.ts";

/** The longest time of one call to the simulated bank. */
const SANDBOX_TIMEOUT_MS = 20 * SECOND;

export type BankOptions = {
  readonly bankFaults?: FaultScript;
  /** Waits before a late answer of the simulated bank; a test replaces it so as not to wait. */
  readonly bankDelay?: (ms: number) => Promise<void>;
};

/**
 * The simulated bank: `sandbox` is the acquirer of test payments without a connection, `bank` the
 * bank of this process; undefined if it runs elsewhere or is switched off.
 */
export async function openSandbox(installation: Installation, options: BankOptions) {
  const { config, clock, random, pool, sandboxTime } = installation;
  const masterSecret = await installationSecret(pool, random, "sandbox_bank");
  const sandbox = createSandboxAcquirer({
    baseUrl: config.bankUrl ?? `${config.localUrl}/bank`,
    masterSecret,
    timeoutMs: SANDBOX_TIMEOUT_MS,
    clock,
    aheadMs: (terminal) => aheadOf(sandboxTime, terminal),
  });
  if (config.bankUrl !== undefined || !config.simulatedBank) {
    return { sandbox, bank: undefined };
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
  return { sandbox, bank };
}

/**
 * The number of ms by which a terminal is ahead. A merchant's terminal id is the merchant id; the
 * service's own terminal, which reads the account feed, is never ahead.
 */
function aheadOf(time: Installation["sandboxTime"], terminal: string): number {
  const merchantId = parseMerchantId(terminal);
  return merchantId === undefined ? 0 : time.aheadMs(merchantId);
}
