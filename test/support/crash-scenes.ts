import { expect } from "vitest";
import { toIso } from "../../src/kernel/clock.ts";
import { parseOrderId, type UserId } from "../../src/kernel/ids.ts";
import { statementDeps } from "../../src/service/jobs/transfers.ts";
import { assignLine } from "../../src/domain/transfer/assign-line.ts";
import { lineId, type LineOwner } from "../../src/domain/transfer/statement-line.ts";
import { cardFields, type ApiAnswer, type ApiBody } from "./api-client.ts";
import { submit, readPage, returnFields } from "./bank-customer.ts";
import type { HttpRequest, JobName, Work } from "./crash-process.ts";
import type { CrashShop, CrashWorld } from "./crash-world.ts";
import { HELD, merchantCalls, paidOrder, type PaidOrder } from "./merchant-calls.ts";
import { actionOf, hiddenFields } from "./page-visitor.ts";
import { atInstallation } from "./installation.ts";
import { camt053 } from "./statements.ts";
import { importFile, type BankAccount } from "./transfer-customer.ts";

export const APPROVED = "5528790000000008";
export const DECLINED = "4129111111111111";
export const AMOUNT = 125_000;
export const PART = 5_000;

/** The operation of a process that dies, and the conditions after its restart. */
export type Scene = {
  readonly work: Work;
  /** Work that is repeated after the restart, where no job and no request repeats it. */
  readonly again?: () => Promise<void>;
  /** The allowed final states of the payment; none where no payment may exist. */
  readonly orders: () => Promise<readonly PaidOrder[]>;
  readonly states: readonly string[];
  /** Whether the call has a key, so that each repetition has the same answer. */
  readonly isKeyed: boolean;
  /** Conditions after the call has been repeated. */
  readonly check?: (again: ApiAnswer) => Promise<void>;
};

export const bearer = ({ testApiKey }: CrashShop) => ({ authorization: `Bearer ${testApiKey}` });

export function keyed(
  shop: CrashShop,
  path: string,
  body: ApiBody,
): { readonly request: HttpRequest } {
  return {
    request: {
      method: "POST",
      url: path,
      headers: {
        ...bearer(shop),
        "content-type": "application/json",
        "idempotency-key": "the-call-that-dies",
      },
      payload: JSON.stringify(body),
    },
  };
}

export const job = (name: JobName, argument?: string): Work => ({
  job: { name, ...(argument === undefined ? {} : { argument }) },
});

export const known = (order: PaidOrder) => () => Promise.resolve([order]);

/** The payments of a session in the service's own database. */
export const of =
  ({ pool }: CrashWorld, session: string): Scene["orders"] =>
  async () => {
    const text = "select order_id from payment where session_id = $1";
    const { rows } = await pool.query<{ order_id: string }>(text, [session]);
    return rows.map((row) => ({ session, order: row.order_id }));
  };

type PayScene = {
  readonly card?: string;
  readonly session?: ApiBody;
  readonly fields?: ApiBody;
  readonly states?: readonly string[];
  readonly check?: Scene["check"];
};

/** A payment that its process may have left undone: then it has failed, and another is possible. */
export async function pay(
  world: CrashWorld,
  shop: CrashShop,
  scene: PayScene = {},
): Promise<Scene> {
  const session = await shop.api.session(scene.session ?? {});
  const body = { ...cardFields(session, scene.card ?? APPROVED), ...scene.fields };
  return {
    work: keyed(shop, "/api/v1/payment/pay", body),
    orders: of(world, session),
    states: scene.states ?? ["completed", "failed"],
    isKeyed: true,
    check: async (again) => {
      const { status } = (await shop.api.status(session, again.body["order_id"])).body;
      await scene.check?.(again);
      if (status !== "failed" || scene.card === DECLINED) return;
      const next = await shop.api.pay(session, APPROVED);
      expect(next.body["success"], next.text).toBe(true);
    },
  };
}

export async function modify(
  shop: CrashShop,
  kind: "capture" | "void" | "refund",
  { fields = {}, states }: { readonly fields?: ApiBody; readonly states: readonly string[] },
): Promise<Scene> {
  const paid = await paidOrder(shop.api, { fields: kind === "refund" ? {} : HELD });
  const body = { order_id: paid.order, ...fields };
  return {
    work: keyed(shop, `/api/v1/payment/${kind}`, body),
    orders: known(paid),
    states,
    isKeyed: true,
  };
}

/** Passes the bank's page, and returns the URL that the browser requests next. */
export async function passBank(paid: ApiAnswer): Promise<string> {
  const html = String(paid.body["html_content"]);
  const body = new URLSearchParams(hiddenFields(html));
  const page = await readPage(await fetch(actionOf(html), { method: "POST", body }));
  const fields = returnFields(await submit(page, "approve"));
  return `/checkout/return/${fields["request_id"]}?${new URLSearchParams(fields).toString()}`;
}

export async function comingBack(
  shop: CrashShop,
  begin: (session: string) => ApiBody,
): Promise<Scene> {
  const session = await shop.api.session();
  const paid = await shop.api.post("/api/v1/payment/pay", begin(session));
  const order = { session, order: String(paid.body["order_id"]) };
  const url = await passBank(paid);
  return {
    work: { request: { method: "GET", url, headers: {} } },
    orders: known(order),
    states: ["completed", "failed"],
    isKeyed: false,
  };
}

export const WALLET = { payment_type: "wallet", wallet_id: "paycell" };

export async function transfer(shop: CrashShop): Promise<PaidOrder & { account: BankAccount }> {
  const session = await shop.api.session();
  const body = { session_id: session, payment_type: "wire_transfer" };
  const begun = await shop.api.post("/api/v1/payment/pay", body);
  const account = begun.body["bank_account"] as BankAccount;
  return { session, order: String(begun.body["order_id"]), account };
}

export function statementOf(account: BankAccount): string {
  const line = { reference: account.reference_code, minor: AMOUNT };
  return camt053(account.iban, [{ ...line, description: account.reference_code }]);
}

/** A person assigns money that arrived without a code; the person repeats what was not begun. */
export async function assignment(world: CrashWorld, shop: CrashShop): Promise<Scene> {
  const { account, ...order } = await transfer(shop);
  const owner: LineOwner = { merchantId: shop.merchant.merchantId, mode: "test" };
  const line = { reference: order.order.slice(-10), minor: AMOUNT, description: "SİPARİŞ" };
  const { unmatched } = await importFile(world, camt053(account.iban, [line]), owner);
  const [arrived] = unmatched;
  const orderId = parseOrderId(order.order);
  if (arrived === undefined || orderId === undefined) throw new Error("no line, or no order");
  const user = { userId: "usr_clerk" as UserId, merchantId: undefined };
  const command = { owner, line: lineId(arrived.line), orderId, acceptsLess: false, user };
  return {
    work: job("assignment", JSON.stringify(command)),
    again: () =>
      atInstallation(world, async (installation) => {
        await assignLine(statementDeps(installation), command);
      }),
    orders: known(order),
    states: ["completed"],
    isKeyed: false,
  };
}

/** A call whose answer was lost after the bank's booking, and that is due for recovery. */
export async function lost(
  world: CrashWorld,
  shop: CrashShop,
  kind: "authorize" | "capture" | "void" | "refund",
): Promise<Scene> {
  const session = await shop.api.session(kind === "capture" || kind === "void" ? HELD : {});
  const lose = (): void => world.faults.next({ operation: kind, behaviour: "cut" });
  if (kind === "authorize") lose();
  const paid = await shop.api.pay(session, APPROVED);
  const order = String(paid.body["order_id"]);
  if (kind !== "authorize") {
    lose();
    await merchantCalls(shop.api, shop.testApiKey)[kind](order);
  }
  await world.pool.query(
    "update attempt set due_at = $2 where order_id = $1 and due_at is not null",
    [order, toIso(world.clock.now())],
  );
  const states = {
    authorize: "completed",
    capture: "completed",
    void: "cancelled",
    refund: "refunded",
  };
  return {
    work: job("recovery"),
    orders: known({ session, order }),
    states: [states[kind]],
    isKeyed: false,
  };
}

export async function savedCard(shop: CrashShop, customer: ApiBody): Promise<string> {
  const session = await shop.api.session({ customer });
  const paid = await shop.api.pay(session, APPROVED, { fields: { save_card: true } });
  return String(paid.body["card_token"]);
}
