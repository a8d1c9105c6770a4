import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  assignLine,
  finishAssignments,
  type AssignDeps,
} from "../../src/domain/transfer/assign-line.ts";
import { recoverAuthorization } from "../../src/domain/payment/recovery/recover-authorization.ts";
import { returnLine } from "../../src/domain/transfer/resolve-line.ts";
import { lineId, type LineOwner } from "../../src/domain/transfer/statement-line.ts";
import { parseOrderId, type OrderId, type UserId } from "../../src/kernel/ids.ts";
import { statementDeps } from "../../src/service/jobs/transfers.ts";
import { assert } from "../../src/kernel/assert.ts";
import { DAY, HOUR } from "../../src/kernel/clock.ts";
import { giveUpPayment } from "../../src/domain/payment/charge/give-up.ts";
import { eventsOf, query } from "../support/merchant-calls.ts";
import { untilSealed, verified } from "../support/books.ts";
import { runCommand } from "../support/command-line.ts";
import { atInstallation } from "../support/installation.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { untilStatus } from "../support/redirect-customer.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { camt053 } from "../support/statements.ts";
import { awaitTransfer } from "../support/transfer-customer.ts";

type Transfer = Awaited<ReturnType<typeof awaitTransfer>>;

const CARD = "5528790000000008";
const CLERK = { userId: "usr_clerk" as UserId, merchantId: undefined };

describe("an unmatched transfer that a person assigns", () => {
  let shop: TestService;
  let owner: LineOwner;
  let person: PanelVisitor;
  let base = "";
  let count = 0;
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    owner = { merchantId, mode: "test" };
    base = `/panel/${merchantId}/test/transfers`;
    await signIn("owner@example.com");
  });
  const signIn = async (email: string): Promise<void> => {
    person = panelVisitor(shop);
    await person.signIn(await panelUsers(shop).create("owner", owner.merchantId, email));
  };
  afterAll(() => shop.close());

  type Deps = AssignDeps & ReturnType<typeof statementDeps>;
  const withDeps = <Value>(work: (deps: Deps) => Promise<Value>): Promise<Value> =>
    atInstallation(shop, (installation) => work(statementDeps(installation)));
  /** Money arrives without a code; returns the id of its line. */
  const arrives = async ({ account }: Transfer, minor: number): Promise<string> => {
    count += 1;
    const reference = `A${count}`;
    const statement = camt053(account.iban, [
      { reference, minor, description: `odeme ${reference}` },
    ]);
    await person.get(base);
    await person.post(`${base}/import`, { file: new Blob([statement]) });
    const lines = await withDeps(({ statements }) => statements.unmatched({ limit: 100 }));
    const found = lines.find(({ line }) => line.description.endsWith(` ${reference}`));
    return found === undefined ? "" : lineId(found.line);
  };
  const orderOf = ({ id }: Transfer): OrderId => {
    const order = parseOrderId(id);
    if (order === undefined) throw new Error(`${id} is no order`);
    return order;
  };
  const assign = (line: string, transfer: Transfer, acceptsLess = false) =>
    withDeps((deps) =>
      assignLine(deps, { owner, line, orderId: orderOf(transfer), acceptsLess, user: CLERK }),
    );
  const statusOf = async ({ session, id }: Transfer) =>
    (await shop.api.status(session, id)).body["status"];
  const suspense = async (): Promise<bigint> => {
    await untilSealed(shop);
    const { balances, differences } = await verified(shop);
    expect(differences).toEqual([]);
    const found = balances.find(({ account }) => account === "suspense");
    return (found?.credits ?? 0n) - (found?.debits ?? 0n);
  };

  const shownBy = async (...args: readonly string[]): Promise<unknown> =>
    JSON.parse((await runCommand(shop.database, ["statements", ...args, "--json"])).stdout);

  it("completes the payment and takes the money out of suspense", async () => {
    const transfer = await awaitTransfer(shop);
    const before = await suspense();
    const line = await arrives(transfer, 125_000);
    expect(await suspense()).toBe(before + 125_000n);
    expect(await assign(line, transfer)).toMatchObject({ ok: true });
    expect(await statusOf(transfer)).toBe("completed");
    expect(await suspense()).toBe(before);
    expect(await assign(line, transfer)).toMatchObject({ refusal: "line_not_waiting" });
  });

  it("completes the payment with less only if that is accepted, and refunds no more than came", async () => {
    const transfer = await awaitTransfer(shop);
    const line = await arrives(transfer, 120_000);
    expect(await assign(line, transfer)).toMatchObject({ refusal: "too_little" });
    expect(await statusOf(transfer)).toBe("pending");
    expect(await assign(line, transfer, true)).toMatchObject({ ok: true });
    expect(await statusOf(transfer)).toBe("completed");
    const refund = (amount: number) =>
      shop.api.post(
        "/api/v1/payment/refund",
        { order_id: transfer.id, session_id: transfer.session, amount },
        { authorization: `Bearer ${shop.merchant.testApiKey}` },
      );
    expect((await refund(120_001)).status).toBe(409);
    expect((await refund(120_000)).status).toBe(200);
    await suspense();
  });

  it("pays two payments with one line, and returns what is left", async () => {
    const [first, second] = [await awaitTransfer(shop), await awaitTransfer(shop)];
    const before = await suspense();
    const line = await arrives(first, 260_000);
    await assign(line, first);
    await assign(line, second);
    expect([await statusOf(first), await statusOf(second)]).toEqual(["completed", "completed"]);
    expect(await suspense()).toBe(before + 10_000n);
    expect(await shownBy("unmatched")).toMatchObject({
      lines: expect.arrayContaining([
        expect.objectContaining({ line, amount: 10_000, arrived_amount: 260_000 }),
      ]) as unknown,
    });
    const command = { line, bankReference: "IADE-9", owner };
    expect(await withDeps((deps) => returnLine(deps, command))).toMatchObject({
      ok: true,
      value: { remaining: { minor: 10_000n } },
    });
    expect(await suspense()).toBe(before);
  });

  it("says by its command what is left of it and was sent back", async () => {
    const transfer = await awaitTransfer(shop);
    const line = await arrives(transfer, 135_000);
    await assign(line, transfer);
    expect(await shownBy("returned", line, "--reference", "IADE-11")).toMatchObject({
      line,
      amount: 10_000,
      arrived_amount: 135_000,
    });
  });

  it("tells nothing of another merchant's payment", async () => {
    const line = await arrives(await awaitTransfer(shop), 125_000);
    const other = await shop.createMerchant("Other shop");
    const session = await shop.api.session({ merchant_api_key: other.testApiKey, amount: 9_900 });
    const paid = await shop.api.pay(session, "5528790000000008");
    const foreign = String(paid.body["order_id"]);
    const tryIt = async (order: string, reason: string): Promise<string> => {
      const form = { line, order, reason, accept: "less" };
      await person.get(base);
      return textOf((await person.follow(await person.post(`${base}/line/assign`, form))).html);
    };
    const entries = async (): Promise<readonly unknown[]> => {
      const pool = shop.database.open({ max: 1 });
      const found = await pool.query<object>(
        "select * from panel_audit where action = 'transfer.settled'",
      );
      await pool.end();
      return found.rows;
    };
    const before = await entries();
    for (const reason of ["", "agreed by telephone"]) {
      const unknown = await tryIt(`${foreign.slice(0, -1)}0`, reason);
      expect(unknown).toContain("This payment no longer awaits a transfer");
      expect(await tryIt(foreign, reason)).toBe(unknown);
    }
    expect(await entries()).toEqual(before);
  });

  it("is used once, however many persons assign it at the same time", async () => {
    const transfers = await Promise.all(Array.from({ length: 4 }, () => awaitTransfer(shop)));
    const [first] = transfers;
    if (first === undefined) throw new Error("no transfer");
    const before = await suspense();
    const line = await arrives(first, 125_000);
    const results = await withDeps((deps) =>
      Promise.all(
        [...transfers, ...transfers].map((transfer) =>
          assignLine(deps, {
            owner,
            line,
            orderId: orderOf(transfer),
            acceptsLess: false,
            user: CLERK,
          }),
        ),
      ),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await suspense()).toBe(before);
  });

  /** Stores an assignment like a process that ends before it completes the payment. */
  const begin = (line: string, transfer: Transfer) =>
    withDeps(async ({ statements }) => {
      const waiting = await statements.findWaiting(owner, line);
      if (waiting === undefined) throw new Error("no line");
      const amount = waiting.remaining;
      const begun = { owner, line: waiting.line, orderId: orderOf(transfer), amount };
      expect(await statements.beginAssignment(begun)).toMatchObject({ ok: true });
    });

  it("is completed by a job after a fault between its record and the payment", async () => {
    const transfer = await awaitTransfer(shop);
    await begin(await arrives(transfer, 125_000), transfer);
    await untilStatus(shop, transfer, "completed");
    await suspense();
  });

  it("is completed, not cancelled, where the deadline passes after such a fault", async () => {
    const transfer = await awaitTransfer(shop);
    const line = await arrives(transfer, 125_000);
    // The job waits after a failure, so the deadline comes first.
    const { merchantId, mode } = owner;
    const key = {
      kind: "transfer_line",
      merchantId,
      itemId: `${line} ${merchantId} ${mode}`,
    } as const;
    const failure = { key, error: new Error("no connection"), now: shop.clock.now() };
    await withDeps(({ failedItems }) => failedItems.add(failure));
    await begin(line, transfer);
    const attempt = await withDeps(({ payments }) => payments.findAuthorization(orderOf(transfer)));
    if (attempt === undefined) throw new Error("no attempt");
    await recoverAuthorization(shop.service.deps, attempt);
    expect(await statusOf(transfer)).toBe("completed");
    await suspense();
  });

  it("is not returned while a payment is being completed with it", async () => {
    const transfer = await awaitTransfer(shop);
    const line = await arrives(transfer, 125_000);
    const command = { line, bankReference: "IADE-10", owner };
    await begin(line, transfer);
    expect(await withDeps((deps) => returnLine(deps, command))).toMatchObject({ ok: false });
    await withDeps((deps) => finishAssignments(deps, owner));
    await withDeps((deps) => finishAssignments(deps, owner));
    expect(await statusOf(transfer)).toBe("completed");
    await suspense();
  });

  it("completes a cancelled payment, takes its session again and tells the shop", async () => {
    const transfer = await awaitTransfer(shop);
    shop.clock.move(3 * DAY + HOUR);
    await untilStatus(shop, transfer, "cancelled");
    await signIn("later@example.com");
    const closed = "select from session_payment where session_id = $1 and order_id = 'closed'";
    await expect.poll(() => query(shop, closed, [transfer.session])).toHaveLength(1);
    const line = await arrives(transfer, 125_000);
    const page = await person.get(`${base}/line?line=${encodeURIComponent(line)}`);
    expect(textOf(page.html)).toContain("was cancelled");
    expect(await assign(line, transfer)).toMatchObject({ ok: true });
    expect(await statusOf(transfer)).toBe("completed");
    const events = await eventsOf(shop, transfer.id);
    expect(events).toEqual(["payment.cancelled", "payment.completed", "payment.pending"]);
    const holder = "select order_id from session_payment where session_id = $1 and holds_session";
    expect(await query(shop, holder, [transfer.session])).toEqual([{ order_id: transfer.id }]);
    await suspense();
  });

  it("stays where the session of the cancelled payment has another one", async () => {
    const transfer = await awaitTransfer(shop);
    const { payments, sessions } = shop.service.deps;
    const payment = await payments.findPayment(orderOf(transfer));
    assert(payment !== undefined, "the payment exists");
    const session = await sessions.find(payment.sessionId);
    const attempt = await payments.findAuthorization(orderOf(transfer));
    assert(session !== undefined && attempt !== undefined, "the payment is open");
    await giveUpPayment(shop.service.deps, { payment, session, attempt });
    const paid = await shop.api.pay(transfer.session, CARD);
    expect(paid.body).toMatchObject({ status: "completed" });
    const line = await arrives(transfer, 125_000);
    const before = await suspense();
    expect(await assign(line, transfer)).toMatchObject({ refusal: "session_taken" });
    expect(await statusOf(transfer)).toBe("cancelled");
    expect(await suspense()).toBe(before);
    const command = { line, bankReference: "IADE-12", owner };
    expect(await withDeps((deps) => returnLine(deps, command))).toMatchObject({ ok: true });
  });

  it("has a page with the likely payments, where another amount needs a reason", async () => {
    const transfer = await awaitTransfer(shop);
    const line = await arrives(transfer, 124_500);
    const list = await person.get(base);
    const href = [...list.html.matchAll(/href="([^"]*transfers\/line[^"]*)"/g)]
      .map(([, path = ""]) => path.replaceAll("&amp;", "&"))
      .find((path) => decodeURIComponent(path).endsWith(line));
    const page = await person.get(href ?? "");
    expect(textOf(page.html)).toContain("similar amount");
    const fields = { line, order: transfer.id, accept: "less" };
    const post = async (more: Record<string, string>) =>
      textOf(
        (await person.follow(await person.post(`${base}/line/assign`, { ...fields, ...more })))
          .html,
      );
    expect(await post({ reason: " " })).toContain("give the reason");
    expect(await post({ reason: "transfer fee" })).toContain("the payment is completed");
    expect(await statusOf(transfer)).toBe("completed");
    await suspense();
  });
});
