import { once } from "node:events";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { manualAfter } from "../../../test/support/manual-after.ts";
import { ExportStream, ReaderTooSlow } from "./export-stream.ts";

const QUERY = {
  copy: "copy (select repeat('x', 1000) from generate_series(1, 20000)) to stdout (format csv)",
  framing: { before: "", between: "", ending: "\n", after: "" },
};
const BYTES = 20_000 * 1_001;
const WINDOW_MS = 20_000;
/** A busy machine opens a connection and gets its first rows within this time. */
const PATIENT = { timeout: 40_000 };

describe("an export and its client", () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = database.open({ max: 2 });
  });
  afterAll(() => database.drop());

  async function open() {
    const timers = manualAfter();
    const exports = database.open({ max: 1, applicationName: "slow reader" });
    const stream = new ExportStream({ exports, controlOf: () => pool, after: timers.after }, QUERY);
    // The buffer ahead of the client is full.
    await vi.waitFor(() => expect(stream.readableLength).toBeGreaterThan(256 * 1_024), PATIENT);
    return { timers, stream, exports };
  }

  it("ends if the client takes almost nothing, and frees the database", async () => {
    const { timers, stream, exports } = await open();
    stream.read(1_000);
    const failed = once(stream, "end");
    timers.pass(WINDOW_MS);
    await expect(failed).rejects.toThrow(ReaderTooSlow);
    expect(timers.pending()).toBe(0);
    await vi.waitFor(() => expect(exports.totalCount).toBe(0), PATIENT);
  });

  it("goes on if the client takes enough in a window, even with pauses", async () => {
    const { timers, stream, exports } = await open();
    timers.pass(WINDOW_MS - 5_000);
    let taken = 0;
    while (taken < 32 * 1_024 * 20) {
      taken += ((stream.read() as Buffer | null) ?? (await once(stream, "readable"), "")).length;
    }
    timers.pass(5_000);
    for await (const chunk of stream as AsyncIterable<Buffer>) taken += chunk.length;
    expect(taken).toBe(BYTES);
    expect(timers.pending()).toBe(0);
    expect(exports.idleCount).toBe(1);
  });
});
