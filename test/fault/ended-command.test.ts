import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { isStopped, postmasterPid, useEmbeddedClusters } from "../support/embedded-clusters.ts";
import { ENTRY } from "../support/entry.ts";

describe("a command that is told to end before it is done", () => {
  const clusters = useEmbeddedClusters();

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)(
    "stops the PostgreSQL that it has started, at %s",
    { timeout: 60_000 },
    async (signal, code) => {
      const dataDir = clusters.newDataDir();
      await (await clusters.start(dataDir)).stop();
      const child = spawn(process.execPath, [ENTRY, "verify", "--json"], {
        env: { PATH: process.env["PATH"], VEZNE_DATA_DIR: dataDir },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const ended = Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]);
      await postmasterPid(dataDir);
      child.kill(signal);
      expect(await ended).toEqual([[code, null], "", ""]);
      expect(isStopped(dataDir)).toBe(true);
    },
  );
});
