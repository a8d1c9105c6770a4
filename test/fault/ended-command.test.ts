// tier: night
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { isStopped, postmasterPid, useEmbeddedClusters } from "../support/embedded-clusters.ts";
import { ENTRY } from "../support/entry.ts";

/** Every write to it fails like a write to a full disk. */
const FULL = "/dev/full";

describe("a command that is interrupted", () => {
  const clusters = useEmbeddedClusters();

  /** A command that starts a PostgreSQL of its own. */
  async function begun(redirection = "") {
    const dataDir = clusters.newDataDir();
    await (await clusters.start(dataDir)).stop();
    const line = `exec "$0" "$@" ${redirection}`;
    const child = spawn("sh", ["-c", line, process.execPath, ENTRY, "verify", "--json"], {
      env: { PATH: process.env["PATH"], VEZNE_DATA_DIR: dataDir },
      stdio: ["ignore", "pipe", "pipe"],
    });
    return { dataDir, child };
  }

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("stops the PostgreSQL that it has started, at %s", async (signal, code) => {
    const { dataDir, child } = await begun();
    const ended = Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]);
    await postmasterPid(dataDir);
    child.kill(signal);
    expect(await ended).toEqual([[code, null], "", ""]);
    expect(isStopped(dataDir)).toBe(true);
  });

  it("also stops it where the reader of its output is gone", async () => {
    const { dataDir, child } = await begun();
    child.stdout.destroy();
    expect(await Promise.all([once(child, "exit"), text(child.stderr)])).toEqual([[0, null], ""]);
    expect(isStopped(dataDir)).toBe(true);
  });

  it.skipIf(!existsSync(FULL))(
    "also stops it where its output meets a full disk, and says so",
    async () => {
      const { dataDir, child } = await begun(`> ${FULL}`);
      const [ended, output] = await Promise.all([once(child, "exit"), text(child.stderr)]);
      expect(ended).toEqual([1, null]);
      expect(output).toMatch(/^vezne: [^\n]*ENOSPC[^\n]*\n$/);
      expect(isStopped(dataDir)).toBe(true);
    },
  );
});
