// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FaultScript } from "../../src/bank/faults.ts";
import { memoryBook } from "../../src/bank/memory-book.ts";
import { type RunningBank, startBank } from "../../src/bank/server/start-bank.ts";
import { createLogger } from "../../src/system/logger.ts";
import { createSystemRandom } from "../../src/system/random.ts";
import { instant, later } from "../../src/kernel/clock.ts";
import { Secret } from "../../src/kernel/secret.ts";

const NOW = instant(Date.UTC(2026, 10, 23, 9));

describe("the test bank alone", () => {
  let bank: RunningBank;
  const faults = new FaultScript();
  const log: string[] = [];
  beforeAll(async () => {
    let aheadMs = 0;
    const time = {
      now: () => later(NOW, aheadMs),
      advance: (ms: number) => {
        aheadMs += ms;
      },
    };
    const book = memoryBook();
    bank = await startBank({
      host: "127.0.0.1",
      port: 0,
      book,
      clock: time,
      random: createSystemRandom(),
      masterSecret: new Secret("bank-alone"),
      delay: () => Promise.resolve(),
      faults,
      control: { book, faults, time },
      logger: createLogger("warn", { write: (line) => log.push(line) }),
    });
  });
  afterAll(() => bank.close());

  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${bank.url}/control/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
  };

  it("answers a path that no door has with a page, and logs which protocol was meant", async () => {
    const asked = ["garanti/VPServlet2", "nestpay", "unknown/fim/api"];
    for (const path of asked) {
      const answer = await fetch(`${bank.url}/doors/${path}?card=1`, { method: "POST", body: "x" });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([
        404,
        "text/html; charset=utf-8",
      ]);
      expect(await answer.text()).toContain("<h1>Not Found</h1>");
    }
    const facts = log.map((line): unknown => JSON.parse(line));
    expect(facts).toEqual([
      expect.objectContaining({ protocol: "garanti", path: "/doors/garanti/VPServlet2" }),
      expect.objectContaining({ protocol: "nestpay", path: "/doors/nestpay" }),
      expect.objectContaining({ protocol: "none", path: "/doors/unknown/fim/api" }),
    ]);
  });

  it("scripts a fault for one coming request, and clears them", async () => {
    const fault = { operation: "authorize", behaviour: "cut", reference: "order-1" };
    expect(await send("POST", "faults", fault)).toEqual({ status: 201, body: { waiting: 1 } });
    expect(faults.take("authorize", "order-2")).toBeUndefined();
    expect(faults.take("authorize", "order-1")).toEqual({
      operation: "authorize",
      behaviour: "cut",
      requestId: "order-1",
    });
    await send("POST", "faults", fault);
    expect((await send("DELETE", "faults")).status).toBe(204);
    expect(faults.waiting).toBe(0);
  });

  it.each([
    [{}, "operation: must be one of"],
    [{ operation: "authorize", behaviour: "explode" }, "behaviour: must be one of"],
    [{ operation: "authorize", behaviour: "cut", reference: 1 }, "reference: must be a text"],
    [{ operation: "authorize", behaviour: "delay", ms: -1 }, "ms: must be a whole number"],
    [[], "operation: must be one of"],
  ])("refuses the fault %j with the field that is wrong", async (fault, error) => {
    const answer = await send("POST", "faults", fault);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: expect.stringContaining(error) as string });
    expect(faults.waiting).toBe(0);
  });

  it("moves its time ahead", async () => {
    expect((await send("GET", "clock")).body).toEqual({ now: "2026-11-23T09:00:00.000Z" });
    const moved = await send("POST", "clock", { advance_ms: 86_400_000 });
    expect(moved.body).toEqual({ now: "2026-11-24T09:00:00.000Z" });
    expect((await send("POST", "clock", { advance_ms: "1 day" })).status).toBe(400);
  });

  it("shows its book", async () => {
    expect((await send("GET", "book")).body).toEqual({ entries: [] });
  });
});
