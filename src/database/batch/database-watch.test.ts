import { describe, expect, it } from "vitest";
import { DatabaseWatch, type Outage } from "./database-watch.ts";
import { OpenConnections, type ReceivedBytes } from "../connection/server-connection.ts";

const GONE = Object.assign(new Error("connect ECONNREFUSED"), {
  code: "ECONNREFUSED",
  syscall: "connect",
});

function world() {
  let now = 0;
  let fails: Error | undefined;
  const probes: boolean[] = [];
  const lines: (readonly ["began" | "ended", Outage])[] = [];
  const ended: ReceivedBytes[] = [];
  class Connections extends OpenConnections {
    override endSilent(since: ReceivedBytes): number {
      ended.push(since);
      return 0;
    }
  }
  const watch = new DatabaseWatch({
    probe: async ({ needsRoom }) => {
      probes.push(needsRoom);
      if (fails !== undefined) throw fails;
    },
    connections: new Connections(),
    log: {
      began: (outage) => lines.push(["began", outage]),
      ended: (outage) => lines.push(["ended", outage]),
    },
    now: () => now,
  });
  let confirmations = 0;
  let isSilent = false;
  watch.add({
    async confirm() {
      confirmations += 1;
      if (isSilent) throw new Error("Query read timeout");
    },
  });
  return {
    watch,
    confirmations: () => confirmations,
    /** Lets the connection of calls answer no more, or again. */
    silence: (is: boolean) => void (isSilent = is),
    probes,
    lines,
    ended,
    move: (ms: number) => void (now += ms),
    fail: (error: Error | undefined) => void (fails = error),
    isReady: () =>
      watch.check().then(
        () => true,
        () => false,
      ),
  };
}

describe("readiness", () => {
  it("asks nothing while batches are committed, and otherwise tries a write", async () => {
    const { watch, probes, isReady, move } = world();
    watch.begin()({ wrote: true });
    expect([await isReady(), probes.length]).toEqual([true, 0]);
    move(500);
    expect([await isReady(), probes.length]).toEqual([true, 1]);
    move(500);
    watch.begin()({ wrote: false });
    expect([await isReady(), probes.length]).toEqual([true, 2]);
  });

  it("ends while a batch is unanswered for three seconds, although others are answered", async () => {
    const { watch, isReady, move } = world();
    const end = watch.begin();
    move(2_999);
    watch.begin()({ wrote: true });
    expect(await isReady()).toBe(true);
    move(1);
    expect(await isReady()).toBe(false);
    end({ wrote: true });
    expect(await isReady()).toBe(true);
  });

  it("is not regained by an older commit, but by a write that needs room on the disk", async () => {
    const { watch, isReady, fail, probes, move } = world();
    watch.begin()({ wrote: true });
    const full = Object.assign(new Error("No space left on device"), { code: "53100" });
    watch.begin()({ error: full });
    fail(full);
    expect([await isReady(), probes]).toEqual([false, [true]]);
    fail(undefined);
    move(1);
    expect([await isReady(), probes]).toEqual([true, [true, true]]);
    expect([await isReady(), probes.length]).toEqual([true, 2]);
  });
});

describe("the end of an outage", () => {
  it("is reached only when the connections of calls answer as the probe's does", async () => {
    const { watch, isReady, fail, silence, lines } = world();
    fail(GONE);
    silence(true);
    expect(await isReady()).toBe(false);
    fail(undefined);
    expect(await isReady()).toBe(false);
    await watch.look();
    expect(lines.map(([what]) => what)).toEqual(["began"]);
    silence(false);
    expect(await isReady()).toBe(true);
    expect(lines.map(([what]) => what)).toEqual(["began", "ended"]);
  });

  it("waits for no connection if others only broke", async () => {
    const { watch, isReady, silence, confirmations } = world();
    silence(true);
    watch.lose(GONE);
    expect([await isReady(), confirmations()]).toEqual([true, 0]);
  });

  it("is not held up by silent connections, which are ended meanwhile", async () => {
    const { watch, isReady, fail, silence, ended, move } = world();
    fail(GONE);
    expect(await isReady()).toBe(false);
    fail(undefined);
    silence(true);
    expect(await isReady()).toBe(false);
    move(1_000);
    await watch.look();
    expect(ended).toHaveLength(1);
  });
});

describe("an outage", () => {
  it("is two reports, whatever fails meanwhile", async () => {
    const { watch, lines, fail, move } = world();
    fail(GONE);
    for (let call = 0; call < 40; call += 1) expect(watch.fail("requests", GONE)).toBe(true);
    watch.lose(GONE);
    await watch.look();
    move(7_000);
    expect(watch.fail("job deliver-webhooks", GONE)).toBe(true);
    await watch.look();
    fail(undefined);
    await watch.look();
    const about = { error: GONE, lostConnections: 1 };
    expect(lines).toEqual([
      ["began", { ...about, awayMs: 0, failed: { requests: 40 } }],
      ["ended", { ...about, awayMs: 7_000, failed: { requests: 40, "job deliver-webhooks": 1 } }],
    ]);
  });

  it("is one report if the database takes writes at the first look", async () => {
    const { watch, lines } = world();
    watch.lose(GONE);
    await watch.look();
    await watch.look();
    expect(lines.map(([what]) => what)).toEqual(["ended"]);
  });

  it("ends no connection if others only broke, but does if statements were not answered", async () => {
    const { watch, ended, move } = world();
    watch.lose(GONE);
    await watch.look();
    move(1_000);
    await watch.look();
    expect(ended).toHaveLength(0);
    watch.fail("batches", new Error("Query read timeout"));
    await watch.look();
    move(1_000);
    await watch.look();
    expect(ended).toHaveLength(1);
  });

  it("has no part in an error that says nothing about the database", () => {
    const { watch } = world();
    expect(watch.fail("requests", new Error("a defect"))).toBe(false);
    const missing = Object.assign(new Error("ENOENT"), { code: "ENOENT", syscall: "scandir" });
    expect(watch.fail("job import-statements", missing)).toBe(false);
  });

  it("ends connections that stay silent: each eight seconds, and a second after its end", async () => {
    const { watch, ended, fail, move } = world();
    fail(GONE);
    watch.fail("requests", GONE);
    await watch.look();
    move(7_999);
    await watch.look();
    expect(ended).toHaveLength(0);
    move(1);
    await watch.look();
    expect(ended).toHaveLength(1);
    fail(undefined);
    await watch.look();
    move(1_000);
    await watch.look();
    expect(ended).toHaveLength(2);
    move(20_000);
    await watch.look();
    expect(ended).toHaveLength(2);
  });
});
