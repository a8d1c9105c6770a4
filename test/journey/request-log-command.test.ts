// tier: night
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ApiBody } from "../support/api-client.ts";
import { runCommand } from "../support/command-line.ts";
import { ENTRY } from "../support/entry.ts";
import { startTestService, type TestService } from "../support/service.ts";

const DECLINED = "4111111111111129";

describe("vezne logs", () => {
  let shop: TestService;
  let order = "";
  beforeAll(async () => {
    shop = await startTestService();
    const paid = await shop.api.pay(await shop.api.session(), "4111111111111111");
    order = String(paid.body["order_id"]);
    await shop.api.pay(await shop.api.session(), DECLINED, { headers: { "x-request-id": "no" } });
    const authorization = `Bearer ${shop.merchant.testApiKey}`;
    await shop.api.get("/api/v1/nothing", { authorization });
    const pool = shop.database.open({ max: 1 });
    await vi.waitFor(async () => {
      const { rowCount } = await pool.query("select from api_request");
      expect(rowCount).toBe(5);
    }, 20_000);
    await pool.end();
  });
  afterAll(() => shop.close());

  const merchantId = () => shop.merchant.merchant.merchantId;
  const logs = async (...args: readonly string[]): Promise<readonly ApiBody[]> => {
    const { stdout } = await runCommand(shop.database, ["logs", "--json", ...args]);
    return stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as ApiBody]));
  };

  it("prints the requested entries, the newest last", async () => {
    const merchant = ["--merchant", merchantId()];
    const all = await logs(...merchant);
    expect(all).toHaveLength(5);
    expect(all.map(({ entry_id }) => String(entry_id))).toEqual(
      all.map(({ entry_id }) => String(entry_id)).toSorted(),
    );
    for (const [args, count] of [
      [
        [
          "--limit",
          "2",
          "--status",
          "2xx",
          "--method",
          "post",
          "--key",
          shop.merchant.testApiKey.slice(-4),
        ],
        2,
      ],
      [["--code", "insufficient_balance", "--path", "/PAY", "--request", "no"], 1],
    ] as const) {
      expect([args, (await logs(...merchant, ...args)).length]).toEqual([args, count]);
    }
  });

  it("prints bodies on request, in JSON and as text, without card numbers", async () => {
    const [one] = await logs("--request", "no", "--bodies");
    expect(one).toMatchObject({
      request_id: "no",
      code: "insufficient_balance",
      request_body: { body: { card_number: "[16 characters]" }, is_cut: false },
      response_body: { body: { success: false } },
    });
    const shown = await runCommand(shop.database, ["logs", "--bodies", "--merchant", merchantId()]);
    expect(shown.stdout).toContain(`order=${order}`);
    expect(shown.stdout).toContain('"card_number": "[16 characters]"');
    // The pattern has six digits of the card, because the lines' random ids may contain four.
    expect(shown.stdout).not.toMatch(/4111 ?11|ses_\w{10}|vz_test/);
  });

  it("follows new requests, each once, until it is interrupted", async () => {
    const child = spawn(process.execPath, [ENTRY, "logs", "tail", "--json", "--limit", "1"], {
      env: { PATH: process.env["PATH"], DATABASE_URL: shop.database.url },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const seen: string[] = [];
    createInterface({ input: child.stdout }).on("line", (line) => {
      seen.push(String((JSON.parse(line) as ApiBody)["request_id"]));
    });
    await vi.waitFor(() => expect(seen).toHaveLength(1), 15_000);
    const authorization = `Bearer ${shop.merchant.testApiKey}`;
    for (const id of ["one", "two"]) {
      await shop.api.get("/api/v1/payment/cards", { authorization, "x-request-id": id });
    }
    await vi.waitFor(() => expect(seen.slice(1).toSorted()).toEqual(["one", "two"]), 15_000);
    child.kill("SIGINT");
    await once(child, "exit");
    expect([child.exitCode, new Set(seen).size]).toEqual([0, seen.length]);
  });

  it("refuses impossible requests, and still formats log lines on its standard input", async () => {
    for (const [args, sentence] of [
      [["--merchant", "mer_1"], "--merchant must be a merchant id"],
      [["some.log", "--code", "x"], "for the request log"],
    ] as const) {
      const { code, stderr } = await runCommand(shop.database, ["logs", ...args]);
      expect([args, code, stderr.includes(sentence)]).toEqual([args, 1, true]);
    }
    expect(await runCommand(shop.database, ["logs"])).toMatchObject({ code: 0, stdout: "" });
  });
});
