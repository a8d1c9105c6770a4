import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseMerchantId } from "./kernel/ids.ts";
import { issueApiKey } from "./merchant/api-key.ts";
import { createMerchant, type CreateMerchantDeps } from "./merchant/create-merchant.ts";
import type { MerchantStore } from "./merchant/ports.ts";

export type SeedDeps = CreateMerchantDeps & { readonly dataDir: string };

/** What the demo shop, a merchant like any other, keeps to reach the service. */
export type ShopAccount = {
  readonly merchantId: string;
  readonly testApiKey: string;
  readonly webhookSecret: string;
};

/** `isNew` when it was made at this start, so that its key is to be shown once. */
export type SeededShop = ShopAccount & { readonly isNew: boolean };

export const SHOP_NAME = "Demo Mağaza";
const FILE = "demo-shop.json";

/**
 * The demo shop's account: read from its own file, or made at the first start. On a machine that
 * shares the database but has no file yet, the shop gets a key of its own.
 */
export async function seedShop(deps: SeedDeps): Promise<SeededShop> {
  const known = await readAccount(deps);
  if (known !== undefined) return { ...known, isNew: false };
  const [existing] = (await deps.merchants.list()).filter(({ name }) => name === SHOP_NAME);
  const account =
    existing === undefined ? await openAccount(deps) : await joinAccount(deps, existing);
  const file = join(deps.dataDir, FILE);
  await writeFile(file, `${JSON.stringify(account, null, 2)}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  return { ...account, isNew: true };
}

/** The account that an earlier `seedShop` left in the data directory. */
export async function readShop(dataDir: string): Promise<ShopAccount> {
  const account = parseAccount(await readFile(join(dataDir, FILE), "utf8"));
  if (account === undefined) throw new Error(`${FILE} of ${dataDir} is not a shop's account.`);
  return account;
}

function parseAccount(text: string): ShopAccount | undefined {
  const account: unknown = JSON.parse(text);
  const field = (name: keyof ShopAccount): unknown => Reflect.get(Object(account), name);
  const [merchantId, testApiKey, webhookSecret] = [
    field("merchantId"),
    field("testApiKey"),
    field("webhookSecret"),
  ];
  return typeof merchantId === "string" &&
    typeof testApiKey === "string" &&
    typeof webhookSecret === "string"
    ? { merchantId, testApiKey, webhookSecret }
    : undefined;
}

async function readAccount(deps: SeedDeps): Promise<ShopAccount | undefined> {
  const text = await readFile(join(deps.dataDir, FILE), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const account = parseAccount(text);
  const merchantId = parseMerchantId(account?.merchantId ?? "");
  // A file that outlived its database speaks of a merchant that is no more.
  const merchant = merchantId === undefined ? undefined : await deps.merchants.find(merchantId);
  return merchant === undefined ? undefined : account;
}

async function openAccount(deps: SeedDeps): Promise<ShopAccount> {
  const { merchant, testApiKey } = await createMerchant(deps, { name: SHOP_NAME });
  const { merchantId, webhookSecret } = merchant;
  return { merchantId, testApiKey, webhookSecret };
}

async function joinAccount(
  deps: SeedDeps,
  merchant: Awaited<ReturnType<MerchantStore["list"]>>[number],
): Promise<ShopAccount> {
  const { merchantId, webhookSecret } = merchant;
  const key = issueApiKey(deps, { merchantId, mode: "test", now: deps.clock.now() });
  await deps.merchants.addKey(key.stored);
  return { merchantId, testApiKey: key.text, webhookSecret };
}
