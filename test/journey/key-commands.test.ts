// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandLine, type CommandLine } from "../support/running-command.ts";
import { runService, type RunningService } from "../support/running-service.ts";

/** Runs the command line in a process of its own, beside the running service. */
describe("the command line for keys", () => {
  let service: RunningService;
  let vezne: CommandLine;
  let merchant = "";
  beforeAll(async () => {
    service = await runService();
    vezne = commandLine(service);
  });
  afterAll(() => service.close());

  const status = async (key: string): Promise<number> => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`${service.url}/api/v1/payment/summary`, { headers })).status;
  };

  it("creates, lists, rolls and revokes a key with rights, and records each in the audit log", async () => {
    const made = await vezne("merchants", "create", "--name", "Anahtarlı", "--json");
    merchant = String(made.json["merchant_id"]);
    const keys = async (...words: readonly string[]) => {
      const [verb = "", ...rest] = words;
      return (await vezne("keys", verb, "--merchant", merchant, ...rest, "--json")).json;
    };
    const rights = ["--rights", "payments.read,events.read"];
    const created = await keys("create", "--name", "Rapor", ...rights, "--expires", "90d");
    const key = String(created["api_key"]);
    expect(created).toMatchObject({
      merchant_id: merchant,
      mode: "test",
      name: "Rapor",
      rights: ["payments.read", "events.read"],
      networks: [],
    });
    expect(await status(key)).toBe(200);
    const far = await keys("create", "--name", "Uzak", ...rights, "--networks", "192.0.2.0/24");
    expect(await status(String(far["api_key"]))).toBe(403);

    const list: unknown = (await keys("list"))["keys"];
    expect(JSON.stringify(list)).not.toContain(key);
    expect(list).toContainEqual(
      expect.objectContaining({
        name: "Rapor",
        last_four: key.slice(-4),
        created_by: "command line",
      }),
    );
    expect(list).toContainEqual(
      expect.objectContaining({ name: null, mode: "live", rights: null }),
    );

    const rolled = await keys("roll", "--name", "Rapor");
    const next = String(rolled["api_key"]);
    await expect.poll(() => status(key), { timeout: 20_000 }).toBe(401);
    expect(await status(next)).toBe(200);
    const main = await keys("roll", "--grace", "1h");
    expect(main["old_key_until"]).not.toBeNull();
    expect(await status(String(main["api_key"]))).toBe(200);
    expect(await keys("end", "--name", "Rapor")).toMatchObject({ ended: 1 });
    await expect.poll(() => status(next), { timeout: 20_000 }).toBe(401);

    const { rows } = await service.database
      .open({ max: 1 })
      .query<{ action: string }>(
        "select action from panel_audit where merchant_id = $1 order by entry_id",
        [merchant],
      );
    expect(rows.map(({ action }) => action)).toEqual([
      "merchant.created",
      "key.created",
      "key.created",
      "key.rolled",
      "key.rolled",
      "key.ended",
    ]);
  });

  it("replaces the merchant's secret, and names the end of an overlap that is not over", async () => {
    const roll = (...words: readonly string[]) =>
      vezne("merchants", "roll-secret", "--merchant", merchant, ...words, "--json");
    const first = await roll();
    expect(first.json).toMatchObject({
      merchant_id: merchant,
      secret: expect.stringMatching(/^whsec_/),
      old_secret_until: expect.stringMatching(/Z$/),
    });
    const until = String(first.json["old_secret_until"]);
    await expect(roll("--overlap", "1h")).rejects.toThrow(`signs until ${until}`);
    const { json } = await roll("--overlap", "0");
    expect([json["old_secret_until"], json["secret"] === first.json["secret"]]).toEqual([
      null,
      false,
    ]);
    await expect(roll("--overlap", "31d")).rejects.toThrow("--overlap must be");
  });

  it("prints the demo shop's present secret for listeners", async () => {
    const words = ["roll-secret", "--merchant", service.merchantId, "--json"];
    const { json } = await vezne("merchants", ...words);
    const printed = await vezne("listen", "--print-secret", "--json");
    expect(printed.json["secret"]).toBe(json["secret"]);
  });

  it.each([
    [["--name", "x", "--rights", "everything"], "--rights must be some of"],
    [["--name", "x", "--rights", "refunds.above_limit"], "--rights must name one at least"],
    [["--name", "", "--rights", "events.read"], "--name must be 1 to 80"],
    [["--name", "x", "--rights", "events.read", "--networks", "10.0.0.0/99"], "--networks must be"],
    [["--name", "x", "--rights", "events.read", "--expires", "9y"], "--expires must be"],
  ])("refuses %o and says what would be right", async (words, message) => {
    const call = vezne("keys", "create", "--merchant", merchant, ...words);
    await expect(call).rejects.toThrow(message);
  });
});
