import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { TestDatabase } from "./database.ts";
import { ENTRY } from "./entry.ts";
import { VAULT_KEY } from "./vault-key.ts";

export type CommandEnd = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** Runs `vezne` like an operator, in a process of its own, on the database of a test. */
export async function runCommand(
  database: TestDatabase,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandEnd> {
  if (!existsSync(ENTRY)) throw new Error("The service is not built: run `npm run build` first.");
  const folder = mkdtempSync(join(tmpdir(), "vezne-command-"));
  try {
    const child = spawn(process.execPath, [ENTRY, ...args], {
      cwd: folder,
      env: {
        PATH: process.env["PATH"],
        DATABASE_URL: database.url,
        VEZNE_DATA_DIR: folder,
        NO_COLOR: "1",
        // A test that names a data directory has the key there, as an operator has.
        ...(environment["VEZNE_DATA_DIR"] === undefined ? { VEZNE_VAULT_KEY: VAULT_KEY } : {}),
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "exit"),
    ]);
    return { code: child.exitCode, stdout, stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
