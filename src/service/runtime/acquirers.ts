import { wholeBankCredentials } from "../../bank/door/account/consent.ts";
import { bankPlugin } from "../../bank/server/bank-plugin.ts";
import type { FaultScript } from "../../bank/faults.ts";
import { createSandboxAcquirer, type SandboxAcquirer } from "../../acquirer/sandbox/adapter.ts";
import { installationSecret } from "../../database/installation/installation-secret.ts";
import { addressAttributes, tracedAcquirer } from "../tracing/traced-acquirers.ts";
import { sleep } from "../../system/sleep.ts";
import { parseMerchantId } from "../../kernel/ids.ts";
import { secretsOf } from "../../kernel/secret.ts";
import { SECOND } from "../../kernel/clock.ts";
import { testBankUrl } from "./bank-listener.ts";
import type { Installation } from "../installation/installation.ts";

/** The longest time of one call to the test bank. */
const SANDBOX_TIMEOUT_MS = 20 * SECOND;

export type BankOptions = {
  readonly bankFaults?: FaultScript;
  /** Waits before a late answer of the test bank; a test replaces it so as not to wait. */
  readonly bankDelay?: (ms: number) => Promise<void>;
};

/**
 * The test bank: `sandbox` is the acquirer of test payments without a connection,
 * `sandboxCredentials` open its account feed, `bank` is the bank of this process; undefined if it
 * runs elsewhere or is switched off.
 */
export async function openSandbox(
  installation: Installation,
  options: BankOptions,
  bankUrl = testBankUrl(installation.config),
) {
  const { config, clock, random, pool, sandboxTime } = installation;
  const masterSecret = await installationSecret(pool, random, "sandbox_bank");
  // Without a bank test mode is off, and this address is never called.
  const baseUrl = bankUrl ?? `${config.localUrl}/bank`;
  const plain = createSandboxAcquirer({
    baseUrl,
    masterSecret,
    timeoutMs: SANDBOX_TIMEOUT_MS,
    clock,
    aheadMs: (terminal) => aheadOf(sandboxTime, terminal),
  });
  const sandbox = tracedSandbox(installation.tracing, plain, baseUrl);
  const sandboxCredentials = secretsOf(wholeBankCredentials(masterSecret));
  if (config.bankUrl !== undefined || !config.testBank) {
    return { sandbox, sandboxCredentials, bank: undefined };
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
  return { sandbox, sandboxCredentials, bank };
}

function tracedSandbox(
  tracing: Installation["tracing"],
  sandbox: SandboxAcquirer,
  baseUrl: string,
): SandboxAcquirer {
  if (tracing === undefined) return sandbox;
  const attributes = { "vezne.acquirer.connection": sandbox.name, ...addressAttributes(baseUrl) };
  return {
    ...tracedAcquirer(tracing.tracer, sandbox, attributes),
    close: () => sandbox.close(),
  };
}

/** The number of ms by which a terminal is ahead; a merchant's terminal id is the merchant id. */
function aheadOf(time: Installation["sandboxTime"], terminal: string): number {
  const merchantId = parseMerchantId(terminal);
  return merchantId === undefined ? 0 : time.aheadMs(merchantId);
}
