import { vi } from "vitest";
import type { Acquirer } from "../../src/domain/payment/acquirer.ts";
import { recoverPayments } from "../../src/service/runtime/payments.ts";
import { merchantCalls, type MerchantCalls } from "./merchant-calls.ts";
import { PROMISES, ScriptedAcquirer } from "./scripted-acquirer.ts";
import { startTestService, type TestService, type TestServiceOptions } from "./service.ts";

/** A service whose payments all go to one scripted bank, and the calls of its merchant. */
export type ScriptedShop = {
  readonly shop: TestService;
  readonly till: MerchantCalls;
  readonly bank: ScriptedAcquirer;
  /** A round of recovery at the service's time. */
  readonly round: () => Promise<boolean>;
};

/** Starts a service whose only bank is a scripted one with the promises of NestPay. */
export async function startScriptedShop(
  options?: Pick<TestServiceOptions, "isWithoutJobs">,
): Promise<ScriptedShop> {
  const shop = await startTestService(options);
  const bank = new ScriptedAcquirer("nestpay:1", PROMISES.nestpay, () => shop.clock.now());
  useBank(shop, bank);
  const refreshClocks = () => Promise.resolve();
  const { round } = recoverPayments(shop.service.deps, { refreshClocks });
  return { shop, till: merchantCalls(shop.api, shop.merchant.testApiKey), bank, round };
}

/** Sends all payments of a service to a bank, until `vi.restoreAllMocks`. */
export function useBank({ service }: Pick<TestService, "service">, bank: Acquirer): void {
  const { acquirers } = service.deps;
  vi.spyOn(acquirers, "choose").mockImplementation(() => Promise.resolve([bank]));
  vi.spyOn(acquirers, "byName").mockResolvedValue(bank);
}
