import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { ApiBody } from "./api-client.ts";
import { ENTRY } from "./entry.ts";
import type { RunningService } from "./running-service.ts";

const run = promisify(execFile);

/** Runs `vezne` beside a running service; rejects with its output and exit code where it fails. */
export type CommandLine = (
  ...args: readonly string[]
) => Promise<{ readonly stdout: string; readonly stderr: string; readonly json: ApiBody }>;

export function commandLine(
  service: Pick<RunningService, "dataDir" | "url"> & {
    readonly database: { readonly url: string };
  },
  environment: Readonly<Record<string, string>> = {},
): CommandLine {
  return async (...args) => {
    const { stdout, stderr } = await run(process.execPath, [ENTRY, ...args], {
      maxBuffer: 64 * 1024 * 1024,
      env: {
        PATH: process.env["PATH"],
        DATABASE_URL: service.database.url,
        VEZNE_DATA_DIR: service.dataDir,
        VEZNE_URL: service.url,
        NO_COLOR: "1",
        ...environment,
      },
    });
    return { stdout, stderr, json: args.includes("--json") ? (JSON.parse(stdout) as ApiBody) : {} };
  };
}
