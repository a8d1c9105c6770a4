import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../support/command-line.ts";
import { query } from "../support/merchant-calls.ts";
import { makeOperatorKey, operatorClient } from "../support/operator.ts";
import { startTestService, type TestService } from "../support/service.ts";

const NUMBER = "5528790000000008";
const SPACED = "5528 7900 0000 0008";

/** Entries of the audit log are never deleted, so a card number must not get into one. */
describe("a card number in a text of an operator", { timeout: 240_000 }, () => {
  let shop: TestService;
  beforeAll(async () => {
    shop = await startTestService();
  });
  afterAll(() => shop.close());

  const entries = async (action: string): Promise<readonly string[]> => {
    const rows = await query(
      shop,
      "select row_to_json(panel_audit)::text as entry from panel_audit where action = $1",
      [action],
    );
    return rows.map(({ entry }) => String(entry));
  };

  it.each([NUMBER, SPACED])("is in no audit entry of the administration API: %s", async (typed) => {
    const operator = operatorClient(shop.url, (await makeOperatorKey(shop)).text);
    const { status } = await operator("POST", "merchants", { name: `Şube ${typed}` });
    expect(status).toBe(200);
    const found = (await entries("merchant.created")).filter((entry) => entry.includes("Şube"));
    expect(found.length).toBeGreaterThan(0);
    for (const entry of found) expect(entry).toContain("[digits]");
  });

  it("is in no audit entry of a command", async () => {
    const { merchantId } = shop.merchant.merchant;
    const place = ["--merchant", merchantId, "--mode", "test", "--rights", "payments.read"];
    const made = await runCommand(shop.database, [
      "keys",
      "create",
      "--name",
      `Kasa ${SPACED}`,
      ...place,
    ]);
    expect(made.stderr).toBe("");
    const found = (await entries("key.created")).filter((entry) => entry.includes("Kasa"));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain("[digits]");
    expect(found[0]).not.toContain(SPACED);
  });
});
