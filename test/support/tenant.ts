import type { MerchantId } from "../../src/kernel/ids.ts";
import { createApiClient, type ApiClient } from "./api-client.ts";
import { letTimePass, resetTime } from "./let-time-pass.ts";
import type { TestMerchant, TestService } from "./service.ts";
import { awaitTransfer, type AwaitedTransfer } from "./transfer-customer.ts";
import { addEndpoint, manageWebhooks, startReceiver, type Receiver } from "./webhook-receiver.ts";

/** One of several merchants of an installation, with its own sandbox and webhook receiver. */
export type Tenant = {
  readonly merchantId: MerchantId;
  readonly api: ApiClient;
  readonly live: ApiClient;
  readonly receiver: Receiver;
  transfer(): Promise<AwaitedTransfer>;
  statusOf(transfer: AwaitedTransfer): Promise<unknown>;
  advance(ms: number): ReturnType<typeof letTimePass>;
  reset(): Promise<void>;
};

/** Creates a merchant whose server receives the webhooks of its test mode. */
export async function openTenant(shop: TestService, made: TestMerchant): Promise<Tenant> {
  const { merchantId } = made.merchant;
  const api = createApiClient(shop.url, made.testApiKey);
  const own = { ...shop, api, merchant: made };
  const receiver = await startReceiver();
  const webhooks = await manageWebhooks(shop);
  await addEndpoint(webhooks, { merchantId }, receiver);
  await webhooks.close();
  const sandbox = { database: shop.database, clock: shop.clock, merchantId };
  return {
    merchantId,
    api,
    live: createApiClient(shop.url, made.liveApiKey),
    receiver,
    transfer: () => awaitTransfer(own),
    statusOf: async ({ session, id }) => (await api.status(session, id)).body["status"],
    advance: (ms) => letTimePass(sandbox, ms),
    reset: () => resetTime(sandbox),
  };
}
