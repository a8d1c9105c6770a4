import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { systemHash } from "../../src/system/hash.ts";
import { checkProof, type Proof } from "../../src/domain/ledger/proof.ts";
import { readProofDocument } from "../../src/domain/ledger/read-proof.ts";
import { proofOf, tampered, untilSealed, verified } from "../support/books.ts";
import { runCommand } from "../support/command-line.ts";
import { HELD, merchantCalls, paidOrder, query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { awaitTransfer, sendMoney } from "../support/transfer-customer.ts";

describe("the books", () => {
  let shop: TestService;
  const orders: Record<string, string> = {};

  beforeAll(async () => {
    shop = await startTestService();
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    const order = async (fields = {}) => (await paidOrder(shop.api, { fields })).order;
    orders["paid"] = await order();
    orders["refunded"] = await order();
    await till.refund(orders["refunded"], { amount: 100 });
    await till.refund(orders["refunded"]);
    orders["held"] = await order(HELD);
    orders["voided"] = await order(HELD);
    await till.void(orders["voided"]);
    orders["captured"] = await order(HELD);
    await till.capture(orders["captured"], { amount: 700 });
    const transfer = await awaitTransfer(shop);
    const { iban, amount: minor, reference_code: description } = transfer.account;
    await sendMoney(shop, { iban, minor, description });
    await vi.waitFor(
      async () => {
        const { body } = await shop.api.status(transfer.session, transfer.id);
        expect(body["status"]).toBe("completed");
      },
      { timeout: 40_000 },
    );
    orders["transferred"] = transfer.id;
    const declined = await shop.api.pay(await shop.api.session(), "4111111111111129");
    orders["declined"] = String(declined.body["order_id"]);
    await untilSealed(shop);
  });
  afterAll(() => shop.close());

  it.each([
    "update posting set amount = amount + 1",
    "delete from posting",
    "truncate posting",
    "update event set type = 'payment.failed'",
    "delete from event",
    "update seal set root = ''",
    "delete from sealed_leaf",
  ])("reject a change by the service's role: %s", async (statement) => {
    await expect(query(shop, statement)).rejects.toThrow("permission denied");
  });

  it.each(["posting", "event", "event_first", "seal", "sealed_leaf"])(
    "report a table that a role can change: %s",
    async (table) => {
      const { database } = shop.database.connection;
      const client = new Client({ ...inject("templateDatabase"), database });
      await client.connect();
      try {
        for (const privilege of ["update", "delete", "truncate"]) {
          await client.query(`grant ${privilege} on ${table} to public`);
          expect(await verified(shop), privilege).toMatchObject({ isWritable: true });
          await client.query(`revoke ${privilege} on ${table} from public`);
        }
      } finally {
        await client.end();
      }
      expect(await verified(shop)).toMatchObject({ isWritable: false });
    },
  );

  it("agree with themselves, and their debits with their credits", async () => {
    const report = await verified(shop);
    expect(report).toMatchObject({ differences: [], unsealed: 0, isWritable: false });
    const balance = (account: string): bigint => {
      const found = report.balances.find((one) => one.account === account);
      return (found?.debits ?? 0n) - (found?.credits ?? 0n);
    };
    expect(report.balances.reduce((sum, one) => sum + one.debits - one.credits, 0n)).toBe(0n);
    expect(balance("card_holds")).toBe(125_000n);
    expect(balance("bank_account")).toBe(125_000n);
    expect(balance("acquirer_receivable")).toBe(125_700n);
  });

  it.each([
    [
      "update posting set amount = amount + 1 where order_id = $",
      "paid",
      "entries",
      "not what was",
    ],
    ["update posting set mode = 'live' where order_id = $", "paid", "postings", "without such"],
    ["update posting set credit = 'card_holds' where order_id = $", "paid", "rules", "no rule"],
    ["delete from posting where order_id = $", "voided", "entries", "is gone"],
    [
      `insert into posting
       select merchant_id, attempt_id, 9 + line, order_id, mode, debit, credit, amount, currency,
         created_at, value_date
       from posting where order_id = $`,
      "captured",
      "entries",
      "around the service",
    ],
    ["update payment set captured_amount = 1 where order_id = $", "paid", "postings", "keeps 1,"],
    [
      "update payment set state = 'failed' where order_id = $",
      "paid",
      "histories",
      "state is failed",
    ],
    ["update payment set charged_amount = 126000 where order_id = $", "held", "amounts", "126000"],
    ["update payment set currency = 'EUR' where order_id = $", "declined", "amounts", "EUR"],
    ["update payment set mode = 'live' where order_id = $", "declined", "amounts", "live"],
    [
      "update payment set created_at = timestamptz '2026-10-01 00:00Z' where order_id = $",
      "paid",
      "amounts",
      "the payment",
    ],
    ["delete from payment where order_id = $", "declined", "amounts", "no such payment"],
    ["update refund set state = 'failed' where order_id = $", "refunded", "refunds", "are 0"],
    ["update payment set refunded_amount = 1 where order_id = $", "refunded", "refunds", "has 1"],
    // No event distinguishes these two states.
    ["update payment set state = 'refunded' where order_id = $", "paid", "refunds", "is refunded"],
    [
      "update payment set state = 'completed' where order_id = $",
      "refunded",
      "refunds",
      "is completed",
    ],
    ["update event set type = 'payment.failed' where order_id = $", "held", "histories", "failed"],
    ["update event set created_at = now() where order_id = $", "held", "entries", "not what was"],
    ["delete from event where order_id = $", "transferred", "entries", "is gone"],
  ])("report the row after: %s (%s)", async (change, name, check, problem) => {
    const order = orders[name] ?? "";
    await tampered(shop, change.replace("$", `'${order}'`), async () => {
      const { differences } = await verified(shop);
      const rows = await query(shop, "select attempt_id from attempt where order_id = $1", [order]);
      const events = await query(shop, "select key from sealed_leaf where key like 'evt%'");
      const names = [order, ...rows.map((row) => `${String(row["attempt_id"])}/`)];
      expect(differences).toContainEqual(
        expect.objectContaining({ check, problem: expect.stringContaining(problem) }),
      );
      const found = differences.find((one) => one.check === check && one.problem.includes(problem));
      const isNamed =
        names.some((one) => found?.subject.startsWith(one)) ||
        events.some(({ key }) => key === found?.subject);
      expect(isNamed, found?.subject).toBe(true);
    });
    expect((await verified(shop)).differences).toEqual([]);
  });

  it("report an event that the seals skipped", async () => {
    const forged = `insert into event_feed
      select merchant_id, mode, 0, 'evt_forged', type, created_at from event_feed limit 1`;
    await tampered(shop, forged, async () => {
      expect((await verified(shop)).differences).toEqual([
        { check: "entries", subject: "evt_forged", problem: expect.stringContaining("no seal") },
      ]);
    });
  });

  it.each([
    ["update sealed_leaf set hash = sha256(hash) where key like 'evt%'", "entries do not make"],
    ["update seal set root = sha256(root) where number = 1", "entries do not make its root"],
    ["update seal set chain_hash = sha256(root) where number = 1", "its hash is not its own"],
    ["update seal set previous_hash = sha256(root) where number = 1", "not linked"],
    ["delete from seal where number = 1", "seal 1 is missing"],
    ["delete from seal where number = (select max(number) from seal)", "it is gone, and"],
    ["delete from seal", "it is gone, and"],
  ])("report the seal after: %s", async (change, problem) => {
    await paidOrder(shop.api);
    await untilSealed(shop);
    await tampered(shop, change, async () => {
      expect((await verified(shop)).differences).toContainEqual({
        check: "seals",
        subject: expect.stringMatching(/^mer_\w+ seal \d+$/),
        problem: expect.stringContaining(problem),
      });
    });
  });

  it("prove an order to an auditor who has only the proof", async () => {
    await paidOrder(shop.api);
    await untilSealed(shop);
    const proof = readProofDocument(JSON.stringify(await proofOf(shop, orders["captured"] ?? "")));
    if (proof === undefined) throw new Error("no proof");
    const [posting] = proof.leaves.filter(({ content }) => content.includes("\n70000\n"));
    expect(checkProof(systemHash, proof)).toMatchObject({ ok: true, head: proof.head });
    expect(proof.leaves).toHaveLength(5);
    expect(posting).toBeUndefined();
    const forgeries: readonly [string, Proof][] = [
      ["entry 1 does not lead", withLeaf(proof, (one) => one.replace("TRY", "EUR"))],
      ["is not of order", { ...proof, order_id: orders["paid"] ?? "" }],
      ["its head", { ...proof, head: "0".repeat(64) }],
      ["has no entry", { ...proof, leaves: [] }],
      ["entry 6 is there twice", { ...proof, leaves: [...proof.leaves, ...proof.leaves] }],
      ["which is missing", { ...proof, seals: proof.seals.slice(-1) }],
      ["not linked", { ...proof, seals: proof.seals.map((one) => ({ ...one, leaves: 9_999 })) }],
    ];
    for (const [problem, forged] of forgeries) {
      expect(checkProof(systemHash, forged)).toEqual({
        ok: false,
        problem: expect.stringContaining(problem),
      });
    }
    for (const text of ["", "{}", JSON.stringify({ ...proof, head: "zz" })]) {
      expect(readProofDocument(text)).toBeUndefined();
    }
  });

  it("are verified and proven on the command line", async () => {
    const verify = await runCommand(shop.database, ["verify", "--json"]);
    expect(verify.code, verify.stderr).toBe(0);
    expect(JSON.parse(verify.stdout)).toMatchObject({ ok: true, differences: [] });
    const proof = await runCommand(shop.database, ["proof", orders["paid"] ?? ""]);
    expect(JSON.parse(proof.stdout)).toMatchObject({ order_id: orders["paid"] });
    await tampered(shop, "delete from posting where line = 0", async () => {
      const broken = await runCommand(shop.database, ["verify"]);
      expect(broken.code).toBe(1);
      expect(broken.stdout).toMatch(/first difference: \w+: \S+: /);
    });
  });
});

function withLeaf(proof: Proof, change: (content: string) => string): Proof {
  const [first, ...rest] = proof.leaves;
  if (first === undefined) throw new Error("no leaf");
  return { ...proof, leaves: [{ ...first, content: change(first.content) }, ...rest] };
}
