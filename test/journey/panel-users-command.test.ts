// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandLine, type CommandLine } from "../support/running-command.ts";
import { runService, type RunningService } from "../support/running-service.ts";

/** Runs the command line in a process of its own, beside the running service. */
describe("the command line for users of the panel", () => {
  let service: RunningService;
  let vezne: CommandLine;
  beforeAll(async () => {
    service = await runService();
    vezne = commandLine(service);
  });
  afterAll(() => service.close());

  const signIn = async (email: string, password: string): Promise<number> => {
    const { status } = await fetch(`${service.url}/panel/sign-in`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: service.url },
      body: new URLSearchParams({ email, password }),
    });
    return status;
  };

  it("creates a user whose password is shown once, resets the password, and disables the user", async () => {
    const [{ merchant_id: merchant } = { merchant_id: "" }] = (
      await service.database
        .open({ max: 1 })
        .query<{ merchant_id: string }>("select merchant_id from merchant")
    ).rows;
    const email = "ayse@example.com";
    const words = "users create --email Ayse@Example.com --role finance --json --merchant";
    const made = await vezne(...words.split(" "), merchant);
    expect(made.json).toMatchObject({ email, role: "finance", merchant_id: merchant });
    const password = String(made.json["password"]);
    expect(await signIn(email, password)).toBe(303);

    const listed = await vezne("users", "list", "--json");
    expect(JSON.stringify(listed.json)).not.toContain(password);
    expect(listed.json["users"]).toContainEqual(
      expect.objectContaining({ email, state: "enabled", second_factor: false }),
    );
    const reset = await vezne("users", "reset-password", "--email", email, "--json");
    expect(await signIn(email, password)).toBe(422);
    const next = String(reset.json["password"]);
    expect(await signIn(email, next)).toBe(303);
    const permit = await vezne("users", "break-glass", "--email", email, "--for", "2h", "--json");
    expect(await signIn(email, next)).toBe(422);
    expect(Date.parse(String(permit.json["until"]))).toBeGreaterThan(Date.now() + 60 * 60_000);
    const last = String(permit.json["password"]);
    expect(await signIn(email, last)).toBe(303);
    const pool = service.database.open({ max: 1 });
    await pool.query(
      `insert into panel_identity (user_id, issuer, subject, bound_at)
       select user_id, 'https://id.example', 'person-1', now() from panel_user where email = $1`,
      [email],
    );
    const sessions = "select from panel_session join panel_user using (user_id) where email = $1";
    expect((await pool.query(sessions, [email])).rowCount).toBe(1);
    await vezne("users", "unbind-identity", "--email", email, "--json");
    expect((await pool.query(sessions, [email])).rowCount).toBe(0);
    expect((await pool.query("select from panel_identity")).rowCount).toBe(0);
    await pool.end();
    await vezne("users", "disable", "--email", email, "--json");
    expect(await signIn(email, last)).toBe(422);
  });
});
