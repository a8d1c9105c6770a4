import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ShopAccountStore } from "../../database/installation/shop-account-store.ts";

/** The account of the demo shop, which is a merchant like any other. */
export type ShopAccount = {
  readonly merchantId: string;
  readonly testApiKey: string;
  readonly webhookSecret: string;
};

const FILE = "demo-shop.json";

export type ShopPlace = {
  readonly dataDir: string;
  readonly shopAccounts: ShopAccountStore;
};

export type ShopFile = {
  read(): Promise<ShopAccount>;
  write(account: ShopAccount): Promise<void>;
};

export function shopFile(dataDir: string): ShopFile {
  const path = join(dataDir, FILE);
  return {
    async read() {
      const account = parseAccount(await readFile(path, "utf8"));
      if (account === undefined) throw new Error(`${path} is not a shop's account.`);
      return account;
    },
    async write(account) {
      await writeFile(path, `${JSON.stringify(account, null, 2)}\n`, { mode: 0o600 });
      await chmod(path, 0o600);
    },
  };
}

/** The account in the database, and its copy in the data directory. */
export function sharedFile({ dataDir, shopAccounts }: ShopPlace): ShopFile {
  const file = shopFile(dataDir);
  return {
    async read() {
      return (await storedAccount(shopAccounts)) ?? file.read();
    },
    async write(account) {
      await shopAccounts.write(JSON.stringify(account));
      await file.write(account);
    },
  };
}

/** Writes a new secret of the demo shop's merchant into its account; others have no account. */
export async function keepShopSecret(
  place: ShopPlace,
  { merchantId, secret }: { readonly merchantId: string; readonly secret: string },
): Promise<void> {
  const account = await storedAccount(place.shopAccounts);
  if (account?.merchantId !== merchantId) return;
  await sharedFile(place).write({ ...account, webhookSecret: secret });
}

async function storedAccount(shopAccounts: ShopAccountStore): Promise<ShopAccount | undefined> {
  const stored = await shopAccounts.read();
  return stored === undefined ? undefined : parseAccount(stored);
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
