// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATOR_RIGHTS } from "../../src/domain/merchant/operator-right.ts";
import { commandLine, type CommandLine } from "../support/running-command.ts";
import { runService, type RunningService } from "../support/running-service.ts";

/** Runs the command line in a process of its own, beside the running service. */
describe("the command line for operator keys", () => {
  let service: RunningService;
  let vezne: CommandLine;
  beforeAll(async () => {
    service = await runService();
    vezne = commandLine(service);
  });
  afterAll(() => service.close());

  const call = (key: unknown, path = "merchants") =>
    fetch(`${service.url}/api/v1/admin/${path}`, {
      headers: { authorization: `Bearer ${String(key)}` },
    });

  it("creates, lists and revokes a key, which then opens nothing", async () => {
    const rights = ["--rights", "merchants.read,users.read"];
    const made = await vezne("operator-keys", "create", "--name", "Sağlama", ...rights, "--json");
    expect(made.json).toMatchObject({
      name: "Sağlama",
      state: "in_force",
      rights: ["merchants.read", "users.read"],
      created_by: "command line",
    });
    const { key, key_id: id } = made.json;
    expect((await call(key)).status).toBe(200);
    const list = await vezne("operator-keys", "list", "--json");
    expect(list.json).toMatchObject({ keys: [{ key_id: id, state: "in_force" }] });
    expect(JSON.stringify(list.json)).not.toContain(String(key));
    await vezne("operator-keys", "revoke", String(id), "--json");
    await expect.poll(async () => (await call(key)).status, { timeout: 20_000 }).toBe(401);
    const after = await vezne("operator-keys", "list", "--json");
    expect(after.json).toMatchObject({ keys: [{ state: "revoked" }] });
  });

  it("refuses a key without an end, with an unknown right, or with a name that is taken", async () => {
    const create = (...words: readonly string[]) =>
      vezne("operator-keys", "create", "--name", "Bir", ...words, "--json");
    await expect(create("--rights", "all", "--expires", "0")).rejects.toThrow("--expires must");
    await expect(create("--rights", "all", "--expires", "400d")).rejects.toThrow("--expires must");
    await expect(create("--rights", "everything")).rejects.toThrow("--rights must be");
    expect((await create("--rights", "all")).json["rights"]).toEqual(OPERATOR_RIGHTS);
    await expect(create("--rights", "all")).rejects.toThrow("--name must be another");
  });

  it("suspends a merchant of the running service, and resumes it", async () => {
    const made = await vezne("merchants", "create", "--name", "Askı", "--json");
    const { merchant_id: merchant, test_api_key: key } = made.json;
    const session = async () => {
      const response = await fetch(`${service.url}/api/v1/checkout/session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          merchant_api_key: key,
          amount: 100,
          success_url: "https://shop.example/ok",
          fail_url: "https://shop.example/no",
        }),
      });
      return response.status;
    };
    const one = ["--merchant", String(merchant), "--json"];
    expect(await session()).toBe(200);
    expect((await vezne("merchants", "suspend", ...one)).json).toMatchObject({
      state: "suspended",
    });
    await expect.poll(session, { timeout: 20_000 }).toBe(400);
    await vezne("merchants", "resume", ...one);
    await expect.poll(session, { timeout: 20_000 }).toBe(200);
  });
});
