import { randomBytes } from "node:crypto";
import { vi } from "vitest";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { contractCsv } from "../../src/bank/settlement.ts";
import { importSettlementFile, importTerms } from "../../src/file/import/import-settlement-file.ts";
import { systemDigest } from "../../src/system/digest.ts";
import { DAY, later } from "../../src/kernel/clock.ts";
import { newUserId } from "../../src/kernel/ids.ts";
import { refOf } from "../../src/domain/merchant/api-key.ts";
import { createKey } from "../../src/domain/merchant/create-key.ts";
import { registerEndpoint } from "../../src/domain/event/register-endpoint.ts";
import { dayInTurkey, nextWorkingDay } from "../../src/kernel/calendar-day.ts";
import { connectDouble, installationWithKey } from "../support/double-connection.ts";
import { ruleOf } from "../support/connections.ts";
import { createDoubleBank } from "../support/protocol-double.ts";
import { changeTables, createRecords } from "./office-records.ts";
import { launchBrowser, PATIENCE_MS } from "../support/browser.ts";
import { settlementDeps } from "../support/settlements.ts";
import { panelUsers, type PanelUser } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { camt053 } from "../support/statements.ts";
import { awaitTransfer, importFile } from "../support/transfer-customer.ts";
import { manageWebhooks } from "../support/webhook-receiver.ts";
import { sandboxSettlement } from "../../src/service/runtime/sandbox-settlement.ts";
import { installationOf } from "../support/installation.ts";

/** A merchant with data on every page, and a browser in which its owner signs in. */
export type Office = {
  readonly shop: TestService;
  readonly ownerPassword: string;
  /** The address of a path below the merchant and mode. */
  url(path: string): string;
  /** The address of a path below `/panel`. */
  panelUrl(path: string): string;
  /** Signs in the owner, or another user of the merchant. */
  signIn(options?: BrowserContextOptions, user?: PanelUser): Promise<Page>;
  /** An operator, for the pages that belong to no merchant. */
  signInOperator(options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
};

export async function openOffice(): Promise<Office> {
  const [browser, shop] = await Promise.all([
    launchBrowser(),
    // The form of a connection is made from a protocol, and this one has every kind of field.
    startTestService({ protocols: [createDoubleBank().protocol] }),
  ]);
  const { merchantId } = shop.merchant.merchant;
  const users = panelUsers(shop);
  const owner = await users.create("owner", merchantId, "sahip@kitapci.example");
  const clerk = await users.create("support", merchantId, "destek@kitapci.example");
  const operator = await users.create("owner", undefined, "isletmen@vezne.example");
  // Turkish has the longer words.
  for (const { user } of [owner, operator]) {
    await users.deps.users.change(user.userId, { language: "tr" });
  }
  const webhooks = await manageWebhooks(shop);
  const registered = await registerEndpoint(webhooks, {
    merchantId,
    mode: "test",
    url: "http://127.0.0.1:9999/hooks",
    description: "Depo",
    eventTypes: undefined,
    secret: "own",
  });
  await webhooks.close();
  if (!registered.ok) throw new Error("no endpoint");
  const { endpointId } = registered.value;
  await createTransfersAndCard(shop);
  await importSettlement(shop);
  const key = await restrictedKey(shop);
  const entry = await loggedEntry(shop);
  const connection = await disabledConnection(shop);
  const ids: Readonly<Record<string, string>> = {
    ...(await createRecords(shop)),
    endpoint: endpointId,
    key,
    connection,
    user: clerk.user.userId,
    operator: operator.user.userId,
    request: entry,
  };
  await changeTables(shop);
  const withIds = (path: string): string =>
    path.replace(/:([a-z]+)/g, (_, name: string) => encodeURIComponent(ids[name] ?? name));
  const base = `${shop.url}/panel/${merchantId}/test`;
  return {
    shop,
    ownerPassword: owner.password,
    url: (path) => base + (path === "" ? "" : `/${withIds(path)}`),
    panelUrl: (path) => `${shop.url}/panel/${withIds(path)}`,
    signIn: (options = {}, user = owner) => signIn(browser, shop, { user, options }),
    signInOperator: (options = {}) => signIn(browser, shop, { user: operator, options }),
    async close() {
      await browser.close();
      await shop.close();
    },
  };
}

/** Creates an owner of the merchant and an operator who read the panel in a language. */
export async function createReaders(
  shop: TestService,
  { name, language }: { readonly name: string; readonly language: "tr" | "en" },
): Promise<Readonly<Record<"owner" | "operator", PanelUser>>> {
  const { merchantId } = shop.merchant.merchant;
  const users = panelUsers(shop);
  const owner = await users.create("owner", merchantId, `${name}@kitapci.example`);
  const operator = await users.create("owner", undefined, `${name}@vezne.example`);
  for (const { user } of [owner, operator]) {
    await users.deps.users.change(user.userId, { language });
  }
  return { owner, operator };
}

/** Creates a key with rights beside the main one, and a pending higher refund limit. */
async function restrictedKey({ clock, merchant, service }: TestService): Promise<string> {
  const { merchantId } = merchant.merchant;
  const { merchants } = service.deps;
  const created = await createKey(
    { clock, random: { bytes: randomBytes }, digest: systemDigest, merchants },
    {
      merchantId,
      mode: "test",
      name: "Muhasebe programı",
      rights: ["payments.read", "refunds.make", "refunds.above_limit"],
      networks: ["203.0.113.0/24", "2001:db8::/32"],
      createdBy: "sahip@kitapci.example",
      lifetimeMs: 90 * DAY,
      aboveLimitFrom: later(clock.now(), DAY),
    },
  );
  if (!created.ok) throw new Error(created.refusal);
  await merchants.changeSettings(merchantId, {
    refundApprovalAbove: 500_000,
    refundLimitRaise: {
      above: 5_000_000,
      from: later(clock.now(), DAY),
      requestedBy: newUserId({ bytes: randomBytes }),
      requester: "ortak@kitapci.example",
    },
  });
  return refOf(created.value.stored);
}

/** Connects a bank with a rule; it is disabled, so that the test bank takes the payments. */
async function disabledConnection(shop: TestService): Promise<string> {
  const { connectionId, merchantId, mode } = await connectDouble(shop, createDoubleBank(), {
    terminal: "700655000200",
    title: "İş Bankası Kadıköy şubesi taksitli",
    acceptedMdStatus: ["1", "2"],
    installmentCounts: ["2", "3", "6", "9", "12"],
    programs: ["Maximum", "Bonus"],
    amountMax: 5_000_000n,
  });
  const installation = await installationWithKey(shop);
  const { connections, clock } = installation;
  await connections.changeState(connectionId, { to: "disabled", at: clock.now() });
  await connections.noteCheck(connectionId, {
    at: clock.now(),
    kind: "refused",
    code: "0148",
    message: "IP ADRESI TANIMLI DEGIL",
  });
  const rule = ruleOf({
    name: "gece ödemeleri",
    connections: [connectionId],
    hours: { from: 22, to: 6 },
  });
  await connections.replaceRules({ merchantId, mode }, [rule, ruleOf({ connections: "own_bank" })]);
  await installation.close();
  return connectionId;
}

/** Creates an expected transfer, a partly paid one, and a stored card. */
async function createTransfersAndCard(shop: TestService): Promise<void> {
  await awaitTransfer(shop);
  const { account } = await awaitTransfer(shop);
  const { reference_code: description } = account;
  await importFile(shop, camt053(account.iban, [{ reference: "1", minor: 100, description }]));
  const session = await shop.api.session({ customer: { customer_id: "m-1" } });
  await shop.api.pay(session, "5528790000000008", { fields: { save_card: true } });
}

/** The request id of the card payment, once it is in the request log. */
async function loggedEntry({ database }: TestService): Promise<string> {
  const pool = database.open({ max: 1 });
  try {
    return await vi.waitFor(async () => {
      const { rows } = await pool.query<{ entry_id: string }>(
        "select entry_id from api_request where path like '%/pay' order by entry_id desc limit 1",
      );
      if (rows[0] === undefined) throw new Error("nothing is logged");
      return rows[0].entry_id;
    }, 20_000);
  } finally {
    await pool.end();
  }
}

/** Imports a contract, and a bank file with too high a commission. */
async function importSettlement(shop: TestService): Promise<void> {
  const { merchantId } = shop.merchant.merchant;
  const installation = await installationOf(shop);
  const deps = settlementDeps(installation);
  const owner = { merchantId, mode: "test" } as const;
  await importTerms(deps, { owner, file: new TextEncoder().encode(contractCsv()) });
  shop.clock.move(2_000);
  for (let count = 0; count < 3; count += 1) {
    await shop.api.pay(await shop.api.session(), "5528790000000008");
  }
  const until = nextWorkingDay(dayInTurkey(shop.clock.now()), 1);
  const bank = sandboxSettlement(installation);
  const [head = "", ...rows] = (await bank.file(merchantId, until)).trim().split("\n");
  const lines = [...rows.slice(1), `att_of_nobody,sale,9900,177,TRY,${until}`];
  const file = [head, ...lines].join("\n").replace(",125000,2238,", ",125000,2250,");
  const by = "finans@kitapci.example";
  const source = { ...owner, acquirer: "sandbox" };
  await importSettlementFile(deps, { source, file: new TextEncoder().encode(file), by });
  await shop.api.pay(await shop.api.session(), "5528790000000008");
  await installation.close();
}

export type Visit = { readonly user: PanelUser; readonly options: BrowserContextOptions };

export async function signIn(
  browser: Browser,
  shop: TestService,
  { user: person, options }: Visit,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 }, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto(`${shop.url}/panel/sign-in`);
  await page.locator("[name=email]").fill(person.user.email);
  await page.locator("[name=password]").fill(person.password);
  await page.locator("main button[type=submit]").click();
  await page.waitForURL(/\/(test|merchants)$/);
  return page;
}
