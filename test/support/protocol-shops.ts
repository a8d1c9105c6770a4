import { setTimeout as wait } from "node:timers/promises";
import { readConfig } from "../../src/config/config.ts";
import type { ReturnFields } from "../../src/domain/payment/acquirer-requests.ts";
import type { MerchantId } from "../../src/kernel/ids.ts";
import type { ApiAnswer, ApiBody, ApiClient } from "./api-client.ts";
import type { Chance } from "./chance.ts";
import {
  connectDoor,
  DOOR_TERMINALS,
  untilConnected,
  type DoorTerminal,
} from "./door-terminals.ts";
import type { HistoryService } from "./history-service.ts";
import { merchantCalls, type MerchantCalls } from "./merchant-calls.ts";
import { type Customer, passChallenge } from "./protocol-customer.ts";
import { VAULT_KEY } from "./vault-key.ts";

const CARDS = { approved: "5528790000000008", poor: "4111111111111129", lost: "5504720000000003" };
const CARD_CHANCES = { approved: 8, poor: 1, lost: 1 };
/** The bank takes no charge without 3-D Secure. */
const ALWAYS_CHALLENGED = new Set(["boa", "payfor", "payflex"]);
const WITHOUT_PREAUTH = new Set(["boa"]);

/** A merchant whose payments go through one protocol. */
export type ProtocolShop = {
  readonly terminal: DoorTerminal;
  readonly merchantId: MerchantId;
  readonly api: ApiClient;
  readonly till: MerchantCalls;
};

/** Opens a merchant for each protocol, connected to the protocol's door. */
export async function openProtocolShops(service: HistoryService): Promise<readonly ProtocolShop[]> {
  const config = readConfig({ VEZNE_VAULT_KEY: VAULT_KEY });
  const shops: ProtocolShop[] = [];
  for (const terminal of DOOR_TERMINALS) {
    const merchant = await service.createMerchant(terminal.protocol.name);
    const { database, clock } = service;
    await connectDoor({ config, database, clock, merchant }, terminal);
    const api = service.api(merchant.testApiKey);
    const till = merchantCalls(api, merchant.testApiKey);
    shops.push({ terminal, merchantId: merchant.merchant.merchantId, api, till });
  }
  await untilConnected(service, shops.length);
  return shops;
}

type Buying = { readonly service: HistoryService; readonly chance: Chance };

/** The payments that a customer tries in one session, and the visits at the bank's page of each. */
const TRIES = 2;
const VISITS = 3;

/**
 * Pays, and captures, voids or refunds what was paid. The customer pays again after a failed
 * payment; a broken call of the shop ends it.
 */
export async function buy(buying: Buying, shop: ProtocolShop): Promise<void> {
  const { chance } = buying;
  const isHeld = !WITHOUT_PREAUTH.has(shop.terminal.protocol.name) && chance.isLikely(0.3);
  const session = await shop.api.session(isHeld ? { capture_method: "manual" } : {});
  for (let tries = 0; tries < TRIES; tries += 1) {
    const paid = await pay(buying, shop, session);
    if (paid === undefined) return;
    await changePaid(shop, { chance, ...paid });
    if (paid.status !== "failed") return;
  }
}

/** One payment of a session; undefined if the service takes none. */
async function pay(
  { service, chance }: Buying,
  { api, terminal }: ProtocolShop,
  session: string,
): Promise<{ readonly order: unknown; readonly status: unknown } | undefined> {
  const { name, models } = terminal.protocol;
  const isChallenged = models.length > 0 && (ALWAYS_CHALLENGED.has(name) || chance.isLikely(0.5));
  const card = CARDS[chance.weighted(CARD_CHANCES)];
  const paid = await api.pay(session, card, { fields: { is_3d: isChallenged } });
  const order = paid.body["order_id"];
  if (order === undefined) return undefined;
  const redirect = paid.body["redirect_url"];
  if (typeof redirect === "string") await passBank(service, { redirect, order, card, chance });
  const { body } = await api.status(session, order);
  return { order, status: body["status"] };
}

type Visit = {
  readonly redirect: string;
  readonly order: unknown;
  readonly card: string;
  readonly chance: Chance;
};

/** Goes through the bank's pages, and brings the return once or twice. */
async function passBank(service: HistoryService, visit: Visit): Promise<void> {
  const { redirect, order, card, chance } = visit;
  const { rows } = await service.pool.query<{ id: string }>(
    "select attempt_id as id from attempt where order_id = $1 and kind = 'authorize'",
    [order],
  );
  const returnUrl = `${new URL(redirect).origin}/checkout/return/${rows[0]?.id}`;
  const decision = chance.weighted({ approve: 8, decline: 1, close: 1 });
  const customer = { returnUrl, decision, cardNumber: card };
  for (const fields of await visitPage(redirect, customer)) {
    const bring = () =>
      fetch(returnUrl, {
        method: "POST",
        body: new URLSearchParams(fields),
        redirect: "manual",
      }).then((answer) => answer.text());
    await Promise.all(chance.isLikely(0.3) ? [bring(), bring()] : [bring()]);
  }
}

/** Passes the bank's pages; a page that is cut off is loaded again, as a customer does. */
async function visitPage(url: string, customer: Customer): Promise<readonly ReturnFields[]> {
  for (let visit = 1; ; visit += 1) {
    try {
      return await passChallenge({ kind: "redirect", url }, customer);
    } catch (error) {
      if (visit === VISITS) throw error;
      await wait(500);
    }
  }
}

/** Captures or voids a hold, and refunds most of the charges. */
async function changePaid(
  { till }: ProtocolShop,
  { chance, order, status }: { chance: Chance; order: unknown; status: unknown },
): Promise<void> {
  if (status === "authorized") {
    await (chance.isLikely(0.6) ? till.capture(order) : till.void(order));
  }
  if (status === "completed" && chance.isLikely(0.6)) await refund({ till }, { chance, order });
}

/** Refunds all that is left, or a part. */
export function refund(
  { till }: Pick<ProtocolShop, "till">,
  { chance, order }: { readonly chance: Chance; readonly order: unknown },
): Promise<ApiAnswer> {
  const fields: ApiBody = chance.isLikely(0.5) ? {} : { amount: chance.between(1, 40_000) };
  return till.refund(order, fields);
}

/** Calls under way at once. */
const IN_FLIGHT = 16;

/** Runs the work while the service is killed and restarted this many times. */
export async function throughKills(
  service: HistoryService,
  { kills, work }: { readonly kills: number; readonly work: readonly (() => Promise<void>)[] },
  begin: () => Promise<void>,
): Promise<void> {
  const waiting = [...work];
  const parts = kills + 1;
  for (let part = 0; part < parts; part += 1) {
    await begin();
    const share = waiting.splice(0, Math.ceil(waiting.length / (parts - part)));
    const run = () =>
      Promise.all(
        Array.from({ length: IN_FLIGHT }, async () => {
          for (let one = share.shift(); one !== undefined; one = share.shift()) {
            // A call that the kill cuts short stays open, as it does for a shop.
            await one().catch(() => undefined);
          }
        }),
      );
    if (part === kills) {
      await run();
      continue;
    }
    const most = share.length;
    await service.during(run, async () => {
      while (share.length > most / 3) await wait(5);
      await service.kill();
    });
  }
}
