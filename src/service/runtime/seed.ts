import { parseMerchantId } from "../../kernel/ids.ts";
import { issueApiKey, mainGrant } from "../../domain/merchant/api-key.ts";
import { authenticate } from "../../domain/merchant/authenticate.ts";
import { createMerchant, type CreateMerchantDeps } from "../../domain/merchant/create-merchant.ts";
import type { MerchantStore } from "../../domain/merchant/ports.ts";
import {
  sharedFile,
  type ShopAccount,
  type ShopFile,
  type ShopPlace,
} from "../installation/shop-account.ts";

export type SeedDeps = CreateMerchantDeps & ShopPlace;

/** `isNew` is true at the start that made the account, which shows its key once. */
export type SeededShop = ShopAccount & { readonly isNew: boolean };

export const SHOP_NAME = "Demo Mağaza";

/**
 * Returns the demo shop's account, which the first process of an installation makes. Others read
 * it from the database, so that neither an empty data directory nor a second process makes a key.
 * The file is a copy for the commands. A key that was replaced is renewed.
 */
export function seedShop(deps: SeedDeps): Promise<SeededShop> {
  const file = sharedFile(deps);
  return deps.shopAccounts.alone(async () => {
    const known = await readAccount(deps, file);
    if (known !== undefined) {
      await file.write(known);
      return { ...(await renewShop(deps, { file, account: known })), isNew: false };
    }
    const [existing] = (await deps.merchants.list()).filter(({ name }) => name === SHOP_NAME);
    const account =
      existing === undefined ? await openAccount(deps) : await joinAccount(deps, existing);
    await file.write(account);
    return { ...account, isNew: true };
  });
}

/**
 * Returns the account with a key in force. If the shop's key has ended, for example because of
 * `vezne merchants roll-key`, the shop gets a further key beside the new key of that command.
 */
export async function renewShop(
  deps: CreateMerchantDeps,
  shop: { readonly file: ShopFile; readonly account: ShopAccount },
): Promise<ShopAccount> {
  const { file, account } = shop;
  const merchantId = parseMerchantId(account.merchantId);
  const merchant = merchantId === undefined ? undefined : await deps.merchants.find(merchantId);
  if (merchant === undefined) return account;
  if ((await authenticate(deps, account.testApiKey)) !== undefined) return account;
  const renewed = await joinAccount(deps, merchant);
  await file.write(renewed);
  return renewed;
}

async function readAccount(deps: SeedDeps, file: ShopFile): Promise<ShopAccount | undefined> {
  const account = await file.read().catch(() => undefined);
  const merchantId = parseMerchantId(account?.merchantId ?? "");
  // The file may have outlived the database that had its merchant.
  const merchant = merchantId === undefined ? undefined : await deps.merchants.find(merchantId);
  if (account === undefined || merchant === undefined) return undefined;
  return { ...account, webhookSecret: merchant.webhookSecret };
}

async function openAccount(deps: SeedDeps): Promise<ShopAccount> {
  const { merchant, testApiKey } = await createMerchant(deps, { name: SHOP_NAME });
  const { merchantId, webhookSecret } = merchant;
  return { merchantId, testApiKey, webhookSecret };
}

async function joinAccount(
  deps: CreateMerchantDeps,
  merchant: Awaited<ReturnType<MerchantStore["list"]>>[number],
): Promise<ShopAccount> {
  const { merchantId } = merchant;
  const webhookSecret = (await deps.merchants.find(merchantId))?.webhookSecret ?? "";
  const key = issueApiKey(
    deps,
    { merchantId, mode: "test", now: deps.clock.now() },
    mainGrant("demo shop", undefined),
  );
  await deps.merchants.addKey(key.stored);
  return { merchantId, testApiKey: key.text, webhookSecret };
}
