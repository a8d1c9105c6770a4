import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type OwnedDatabase } from "../support/database.ts";
import { ENTRY } from "../support/entry.ts";
import { freePort } from "../support/free-port.ts";

/** Enough descriptors for a start, which opens many files at a time. */
const DESCRIPTORS = 400;

describe.runIf(process.platform !== "win32")("a service without a free file descriptor", () => {
  const folder = mkdtempSync(join(tmpdir(), "vezne-descriptors-"));
  let database: OwnedDatabase;
  beforeAll(async () => void (database = await createTestDatabase()));
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("refuses connections, and serves again once some are closed", async () => {
    const port = await freePort();
    const line = `ulimit -n ${DESCRIPTORS}; exec "$0" "$@"`;
    const child = spawn("sh", ["-c", line, process.execPath, ENTRY, "start"], {
      env: {
        PATH: process.env["PATH"],
        PORT: String(port),
        DATABASE_URL: database.url,
        VEZNE_DATA_DIR: folder,
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const readiness = () =>
      fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: "close" } })
        .then(({ status }) => status)
        .catch(() => 0);
    await expect.poll(readiness, { timeout: 300_000 }).toBe(200);
    const sockets: Socket[] = [];
    for (let one = 0; one < DESCRIPTORS + 100; one += 1) {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      sockets.push(socket);
      await once(socket, "connect");
    }
    await expect.poll(() => sockets.some((socket) => socket.closed)).toBe(true);
    expect(child.exitCode).toBeNull();
    for (const socket of sockets) socket.destroy();
    await expect.poll(readiness, { timeout: 120_000 }).toBe(200);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
