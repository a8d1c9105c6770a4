// tier: night
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EVENT_TYPES } from "../../src/domain/event/event.ts";
import { paidOrder } from "../support/merchant-calls.ts";
import { ENTRY } from "../support/entry.ts";
import { commandLine, type CommandLine } from "../support/running-command.ts";
import { runService, type RunningService } from "../support/running-service.ts";
import { startReceiver, verify } from "../support/webhook-receiver.ts";

/** Commands beside a running service, with the demo shop's key. */
describe("the command line", () => {
  const folder = mkdtempSync(join(tmpdir(), "vezne-commands-"));
  let service: RunningService;
  let vezne: CommandLine;
  beforeAll(async () => {
    service = await runService();
    vezne = commandLine(service);
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("help prints the commands, and before a command that command's help", async () => {
    expect((await vezne("help")).stdout).toBe((await vezne("--help")).stdout);
    const listen = await vezne("help", "events", "resend");
    expect(listen.stdout).toContain("Usage: vezne events resend <event> [options]");
    await expect(vezne("help", "nonsense")).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("there is no command vezne nonsense") as string,
    });
  });

  it("trigger causes every type of event and prints it", async () => {
    const one = await vezne("trigger", "payment.completed", "--json");
    expect(one.json).toMatchObject({ type: "payment.completed", data: { status: "completed" } });
    const { json } = await vezne("trigger", "all", "--json");
    expect(json["events"]).toMatchObject(EVENT_TYPES.map((type) => ({ type })));
    await expect(vezne("trigger", "payment.exploded")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("must be one of session.expired") as string,
    });
  });

  it("listen forwards events to a local server, signed, across a restart of the service", async () => {
    const receiver = await startReceiver();
    const secret = (await vezne("listen", "--print-secret")).stdout.trim();
    const child = spawn(
      process.execPath,
      [ENTRY, "listen", "--forward-to", receiver.url, "--limit", "2", "--json"],
      { env: environmentOf(service), stdio: ["ignore", "pipe", "pipe"] },
    );
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on("line", (line) => void lines.push(line));
    const ended = once(child, "exit");
    // `listen` prints nothing before it is connected, and only events after that are forwarded.
    const orders: string[] = [];
    const payUntil = (count: number) =>
      expect
        .poll(
          async () => {
            if (receiver.received.length < count) orders.push((await paidOrder(service.api)).order);
            return receiver.received.length;
          },
          { timeout: 120_000, interval: 1_000 },
        )
        .toBeGreaterThanOrEqual(count);
    await payUntil(1);
    await service.kill();
    await service.start();
    await payUntil(2);
    await ended;
    expect(child.exitCode).toBe(0);
    for (const delivery of receiver.received)
      expect(verify(secret, delivery)).toEqual(delivery.json);
    const printed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(printed.map(({ id }) => id)).toEqual(receiver.received.map(({ id }) => id));
    expect(printed[0]).toMatchObject({ forwarded: { status: 204, error: null } });
    await receiver.stop();
  });

  it.each([
    [["--card", "5528 7900 0000 0008", "--3ds", "approve"], { status: "completed" }],
    [["--3ds", "cancel"], { status: "cancelled", code: "cancelled_by_customer" }],
    [["--card", "4111111111111129"], { status: "failed", code: "insufficient_balance" }],
    [["--installments", "3", "--hold"], { status: "authorized", amount: 125_000 }],
  ])("sandbox pay %j ends as %j", async (args, expected) => {
    const { json } = await vezne("sandbox", "pay", ...args, "--json");
    expect(json).toMatchObject(expected);
  });

  it("payments and refunds are listed, shown and created", async () => {
    const { order } = await paidOrder(service.api);
    const refund = await vezne("refunds", "create", "--order", order, "--amount", "5000", "--json");
    expect(refund.json).toMatchObject({ success: true, status: "partially_refunded" });
    const list = await vezne("payments", "list", "--limit", "1", "--json");
    expect(list.json["transactions"]).toMatchObject([{ order_id: order, refunded_amount: 5_000 }]);
    const table = await vezne("payments", "list", "--limit", "1");
    expect(table.stdout).toContain(order);
    expect(table.stdout).toContain("1250.00 TRY");
    const shown = await vezne("payments", "show", order, "--json");
    expect(shown.json).toMatchObject({
      order_id: order,
      attempts: [{ kind: "authorize", state: "approved" }, { kind: "refund" }],
      refunds: [{ state: "succeeded", amount: 5_000 }],
      events: [{ type: "payment.completed" }, { type: "refund.succeeded" }],
    });
    await expect(
      vezne("refunds", "create", "--order", order, "--amount", "999999", "--json"),
    ).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("refund_exceeds_amount") as string,
    });
  });

  it("export prints the same file as the service, and events are listed", async () => {
    const file = join(folder, "payments.csv");
    const { json } = await vezne("export", "--output", file, "--json");
    const text = readFileSync(file, "utf8");
    expect(json).toMatchObject({ file, format: "csv", bytes: Buffer.byteLength(text) });
    expect(text.trim().split("\r\n")).toHaveLength(Number(json["payments"]) + 1);
    const events = await vezne("events", "list", "--limit", "5", "--json");
    expect(events.json["events"]).toHaveLength(5);
  });

  it("backup and restore --verify succeed while the service runs", async () => {
    const target = join(folder, "backup");
    const backup = await vezne("backup", target, "--json");
    expect(backup.json).toMatchObject({ written: true, folder: target });
    expect(statSync(target).mode & 0o077).toBe(0);
    const asOwner = commandLine(service, { DATABASE_URL: service.database.ownerUrl });
    const verified = await asOwner("restore", target, "--verify", "--json");
    expect(verified.json).toMatchObject({ verified: true, rows: backup.json["rows"] });
  });

  it("doctor finds a running service healthy, and names the problems of another", async () => {
    const { json } = await vezne("doctor", "--json");
    expect(json).toMatchObject({ healthy: true });
    const names = (json["checks"] as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["database", "schema", "clock", "durability", "recovery"]),
    );
    const lost = commandLine(service, { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" });
    await expect(lost("doctor", "--json")).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('"healthy":false') as string,
    });
  });

  it("doctor names a variable that is a misspelled setting", async () => {
    const misspelled = commandLine(service, { VEZNE_RATELIMIT: "5" });
    const { json } = await misspelled("doctor", "--json");
    expect(json["checks"]).toContainEqual({
      name: "setting",
      status: "warning",
      detail: "VEZNE_RATELIMIT is no setting and has no effect",
      advice: "Rename it to VEZNE_RATE_LIMIT.",
    });
  });

  it("says in words that there are no users", async () => {
    expect((await vezne("users", "list")).stdout).toBe("no users\n");
  });

  it("exits with 2 for a wrong configuration and with 3 without a service", async () => {
    const wrong = commandLine(service, { VEZNE_URL: "localhost" });
    await expect(wrong("events", "list", "--json")).rejects.toMatchObject({ code: 2 });
    const nobody = commandLine(service, { VEZNE_URL: "http://127.0.0.1:1" });
    const parsed = (stdout: unknown) => JSON.parse(String(stdout)) as unknown;
    for (const what of ["events", "payments"]) {
      const unanswered = await failing(nobody(what, "list", "--json"));
      expect(unanswered.code).toBe(3);
      expect(parsed(unanswered.stdout)).toEqual({
        error: { message: expect.stringContaining("does not answer") as string, exit_code: 3 },
      });
      expect((await failing(nobody(what, "list"))).stdout).toBe("");
    }
    const lost = commandLine(service, {
      DATABASE_URL: "postgres://nobody:s3cret@127.0.0.1:1/none",
    });
    const { code, stdout, stderr } = await failing(lost("merchants", "list", "--json"));
    expect(parsed(stdout)).toMatchObject({ error: { exit_code: 1 } });
    expect([code, stderr]).toEqual([
      1,
      "vezne: the database can't be reached: connect ECONNREFUSED 127.0.0.1:1. DATABASE_URL names it.\n",
    ]);
    const stranger = commandLine(service, { VEZNE_API_KEY: "vz_test_none" });
    await expect(stranger("events", "list")).rejects.toMatchObject({ code: 1 });
  });
});

type Failure = { readonly code: number; readonly stdout: string; readonly stderr: string };

async function failing(command: Promise<unknown>): Promise<Failure> {
  return command.then(
    () => Promise.reject(new Error("the command was to fail")),
    (error: unknown) => error as Failure,
  );
}

function environmentOf(service: RunningService): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    DATABASE_URL: service.database.url,
    VEZNE_DATA_DIR: service.dataDir,
    VEZNE_URL: service.url,
  };
}
