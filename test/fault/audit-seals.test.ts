import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tampered, untilSealed, verified } from "../support/books.ts";
import { query } from "../support/merchant-calls.ts";
import { panelUsers, panelVisitor } from "../support/panel-visitor.ts";
import { runCommand } from "../support/command-line.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("the sealed audit log", () => {
  let shop: TestService;
  beforeAll(async () => {
    shop = await startTestService();
    const users = panelUsers(shop);
    for (const merchantId of [shop.merchant.merchant.merchantId, undefined]) {
      const person = panelVisitor(shop);
      const owner = await users.create("owner", merchantId);
      await person.signIn(owner);
      await person.post("/panel/sign-out");
      await person.signIn({ ...owner, password: "not it" });
    }
    await untilSealed(shop);
  });
  afterAll(() => shop.close());

  const auditOf = async () =>
    (await verified(shop)).differences.filter((one) => one.check === "audit");

  it("agrees with its seals, for merchants and for operators", async () => {
    expect(await verified(shop)).toMatchObject({ differences: [], isWritable: false });
    const rows = await query(
      shop,
      "select merchant_id, count(*)::int as count from sealed_leaf where key like 'audit/%' group by 1",
    );
    expect(rows).toContainEqual({ merchant_id: "installation", count: 3 });
    expect(rows).toContainEqual({ merchant_id: shop.merchant.merchant.merchantId, count: 3 });
  });

  it.each([
    [
      "changed",
      "update panel_audit set actor = 'nobody' where entry_id = $",
      "not what was sealed",
    ],
    [
      "moved in time",
      "update panel_audit set at = at - interval '1 s' where entry_id = $",
      "not what",
    ],
    [
      "given to another merchant",
      "update panel_audit set merchant_id = null where entry_id = $",
      "is gone",
    ],
    ["removed", "delete from panel_audit where entry_id = $", "was sealed and is gone"],
    [
      "inserted",
      `insert into panel_audit (entry_id, at, merchant_id, mode, user_id, actor, action,
         object_kind, object_id, before, after, request_id, address)
       select 'forged', at, merchant_id, mode, user_id, actor, action, object_kind, object_id,
         before, after, request_id, address
       from panel_audit where entry_id = $`,
      "around the service",
    ],
  ])("names an entry that was %s", async (_name, change, problem) => {
    const { merchantId } = shop.merchant.merchant;
    const [row] = await query(
      shop,
      "select entry_id from panel_audit where merchant_id = $1 order by entry_id limit 1",
      [merchantId],
    );
    const entryId = String(row?.["entry_id"]);
    await tampered(shop, change.replace("$", `'${entryId}'`), async () => {
      const found = (await auditOf()).find((one) => one.problem.includes(problem));
      expect(found?.subject).toContain(problem.includes("around") ? "forged" : entryId);
    });
    expect(await auditOf()).toEqual([]);
  });

  it("is owned by a separate database role, which doctor checks", async () => {
    const doctor = async () => {
      const { stdout } = await runCommand(shop.database, ["doctor", "--json"]);
      const { checks }: { checks: { name: string; status: string }[] } = JSON.parse(stdout);
      return checks.find(({ name }) => name === "audit log");
    };
    expect(await doctor()).toMatchObject({ status: "ok" });
    expect(
      await query(shop, "select tableowner from pg_tables where tablename = 'panel_audit'"),
    ).toEqual([{ tableowner: "vezne_audit" }]);
  });
});
