import { expect } from "vitest";
import { cardFields } from "./api-client.ts";
import {
  AMOUNT,
  APPROVED,
  assignment,
  bearer,
  comingBack,
  DECLINED,
  modify,
  job,
  keyed,
  known,
  lost,
  of,
  PART,
  passBank,
  pay,
  savedCard,
  statementOf,
  transfer,
  WALLET,
  type Scene,
} from "./crash-scenes.ts";
import type { CrashShop, CrashWorld } from "./crash-world.ts";
import { HELD, merchantCalls, paidOrder } from "./merchant-calls.ts";
import { importFile, sendMoney } from "./transfer-customer.ts";

export type CrashOperation = {
  readonly name: string;
  readonly prepare: (world: CrashWorld, shop: CrashShop) => Promise<Scene>;
  /** The operation processes the data of all merchants, so it is blocked by other held locks. */
  readonly isAlone?: boolean;
};

const INSTALLMENTS = "5400360000000003";
const cardsOf = async (shop: CrashShop, customerId: string): Promise<unknown> =>
  (await shop.api.get(`/api/v1/payment/cards?customer_id=${customerId}`, bearer(shop))).body[
    "total"
  ];

const CUSTOMER = { customer_id: "ada" };
const ENDPOINTS = "/api/v1/webhook-endpoints";
const none = () => Promise.resolve([]);

export const CRASH_OPERATIONS: readonly CrashOperation[] = [
  {
    name: "create a session",
    prepare: async (world, shop) => ({
      work: keyed(shop, "/api/v1/checkout/session", {
        merchant_api_key: shop.testApiKey,
        amount: AMOUNT,
        success_url: "https://shop.example/thanks",
        fail_url: "https://shop.example/sorry",
      }),
      orders: none,
      states: [],
      isKeyed: true,
      check: async () => {
        const text = "select from session where merchant_id = $1";
        const { rowCount } = await world.pool.query(text, [shop.merchant.merchantId]);
        expect(rowCount).toBe(1);
      },
    }),
  },
  { name: "pay", prepare: (world, shop) => pay(world, shop) },
  {
    name: "pay, declined",
    prepare: (world, shop) => pay(world, shop, { card: DECLINED, states: ["failed"] }),
  },
  {
    name: "pay, held",
    prepare: (world, shop) => pay(world, shop, { session: HELD, states: ["authorized", "failed"] }),
  },
  {
    name: "pay in installments",
    prepare: (world, shop) =>
      pay(world, shop, { card: INSTALLMENTS, fields: { installment_count: 3 } }),
  },
  {
    name: "pay and save the card",
    prepare: (world, shop) =>
      pay(world, shop, {
        session: { customer: CUSTOMER },
        fields: { save_card: true },
        check: async (again) => {
          const isPaid = again.body["status"] === "completed";
          expect(await cardsOf(shop, "ada")).toBe(isPaid ? 1 : 0);
        },
      }),
  },
  {
    name: "pay with a stored card",
    prepare: async (world, shop) => {
      const token = await savedCard(shop, CUSTOMER);
      const session = await shop.api.session({ customer: CUSTOMER });
      const body = { session_id: session, payment_type: "creditcard", card_token: token };
      return {
        work: keyed(shop, "/api/v1/payment/pay", body),
        orders: of(world, session),
        states: ["completed", "failed"],
        isKeyed: true,
      };
    },
  },
  {
    name: "begin 3-D Secure",
    prepare: (world, shop) =>
      pay(world, shop, {
        fields: { is_3d: true },
        states: ["processing", "failed"],
        check: async (again) => {
          if (again.body["html_content"] === undefined) return;
          await shop.api.get(await passBank(again));
        },
      }),
  },
  {
    name: "come back from 3-D Secure",
    prepare: (_, shop) =>
      comingBack(shop, (session) => ({ ...cardFields(session, APPROVED), is_3d: true })),
  },
  {
    name: "begin at a wallet",
    prepare: async (world, shop) => {
      const session = await shop.api.session();
      const body = { session_id: session, ...WALLET };
      return {
        work: keyed(shop, "/api/v1/payment/pay", body),
        orders: of(world, session),
        states: ["processing", "failed"],
        isKeyed: true,
      };
    },
  },
  {
    name: "come back from a wallet",
    prepare: (_, shop) => comingBack(shop, (session) => ({ session_id: session, ...WALLET })),
  },
  {
    name: "capture",
    prepare: (_, shop) => modify(shop, "capture", { states: ["completed", "authorized"] }),
  },
  {
    name: "capture a part",
    prepare: (_, shop) =>
      modify(shop, "capture", { fields: { amount: PART }, states: ["completed", "authorized"] }),
  },
  {
    name: "void",
    prepare: (_, shop) => modify(shop, "void", { states: ["cancelled", "authorized"] }),
  },
  {
    name: "refund",
    prepare: (_, shop) => modify(shop, "refund", { states: ["refunded", "completed"] }),
  },
  {
    name: "refund a part",
    prepare: (_, shop) =>
      modify(shop, "refund", {
        fields: { amount: PART },
        states: ["partially_refunded", "completed"],
      }),
  },
  {
    name: "begin a transfer",
    prepare: async (world, shop) => {
      const session = await shop.api.session();
      const body = { session_id: session, payment_type: "wire_transfer" };
      return {
        work: keyed(shop, "/api/v1/payment/pay", body),
        orders: of(world, session),
        states: ["processing", "pending", "failed"],
        isKeyed: true,
      };
    },
  },
  {
    name: "match a transfer of a statement",
    prepare: async (world, shop) => {
      const { account, ...order } = await transfer(shop);
      const file = statementOf(account);
      return {
        work: job("statement", file),
        again: async () => void (await importFile(world, file)),
        orders: known(order),
        states: ["completed"],
        isKeyed: false,
      };
    },
  },
  {
    name: "match a transfer of the account feed",
    isAlone: true,
    prepare: async (world, shop) => {
      await world.collectTransfers();
      const { account, ...order } = await transfer(shop);
      const { iban, reference_code: description } = account;
      await sendMoney(world, { iban, description, minor: AMOUNT });
      return {
        work: job("transfers"),
        orders: known(order),
        states: ["completed"],
        isKeyed: false,
      };
    },
  },
  { name: "assign a line of a statement", prepare: assignment },
  {
    name: "refund a transfer",
    prepare: async (world, shop) => {
      const { account, ...order } = await transfer(shop);
      await importFile(world, statementOf(account));
      return {
        work: keyed(shop, "/api/v1/payment/refund", { order_id: order.order, amount: PART }),
        orders: known(order),
        states: ["completed", "partially_refunded"],
        isKeyed: true,
      };
    },
  },
  ...(["authorize", "capture", "void", "refund"] as const).map((kind): CrashOperation => ({
    name: `recover a lost answer to ${kind}`,
    prepare: (world, shop) => lost(world, shop, kind),
  })),
  {
    name: "place events",
    isAlone: true,
    prepare: async (_, shop) => {
      const paid = await paidOrder(shop.api);
      return { work: job("events"), orders: known(paid), states: ["completed"], isKeyed: false };
    },
  },
  {
    name: "deliver events",
    prepare: async (world, shop) => {
      const paid = await paidOrder(shop.api);
      await merchantCalls(shop.api, shop.testApiKey).refund(paid.order);
      await world.placeEvents(shop.merchant.merchantId);
      return { work: job("deliveries"), orders: known(paid), states: ["refunded"], isKeyed: false };
    },
  },
  {
    name: "register an endpoint for webhooks",
    prepare: async (world, shop) => ({
      work: keyed(shop, ENDPOINTS, { url: `${world.receiver.url}/more` }),
      orders: none,
      states: [],
      isKeyed: true,
      check: async () => {
        const { body } = await shop.api.get(ENDPOINTS, bearer(shop));
        // A further webhook endpoint beside the one of each merchant.
        expect(body["endpoints"]).toHaveLength(2);
      },
    }),
  },
  {
    name: "erase a stored card",
    prepare: async (_, shop) => {
      const url = `/api/v1/payment/cards/${await savedCard(shop, CUSTOMER)}`;
      return {
        work: { request: { method: "DELETE", url, headers: bearer(shop) } },
        orders: none,
        states: [],
        isKeyed: false,
        check: async () => expect(await cardsOf(shop, "ada")).toBe(0),
      };
    },
  },
];
