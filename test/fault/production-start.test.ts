// tier: night
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "../support/command-line.ts";
import { createTestDatabase, type OwnedDatabase } from "../support/database.ts";
import { ENTRY } from "../support/entry.ts";
import { query } from "../support/merchant-calls.ts";
import { freePort } from "../support/free-port.ts";

type Environment = Readonly<Record<string, string>>;

describe("a start", () => {
  let database: OwnedDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), "vezne-production-"));
  });
  afterEach(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts the service and waits until it is ready or has ended. */
  async function start(environment: Environment, dataDir = folder) {
    const child = spawn(process.execPath, [ENTRY, "start"], {
      env: {
        PATH: process.env["PATH"],
        PORT: "0",
        DATABASE_URL: database.url,
        VEZNE_DATA_DIR: dataDir,
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const closed = once(child, "close");
    await new Promise<void>((resolve) => {
      child.once("close", () => resolve());
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (chunk: Buffer) => {
          output += chunk.toString();
          if (output.includes("Vezne is ready")) resolve();
        });
      }
    });
    return {
      output: () => output,
      async end() {
        child.kill("SIGTERM");
        const [code]: unknown[] = await closed;
        return code;
      },
    };
  }
  const linesOf = (output: string) =>
    output
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
  const keys = () => query({ database }, "select * from api_key order by created_at, mode");
  const merchants = () => query({ database }, "select name from merchant");

  it("in production writes JSON lines only, and makes no key, merchant or set-up address", async () => {
    const [port, admin] = [await freePort(), await freePort()];
    const production = {
      VEZNE_ENVIRONMENT: "production",
      VEZNE_PUBLIC_URL: "https://pay.example",
      VEZNE_TRUSTED_PROXIES: "10.0.0.0/8",
      VEZNE_ALLOW_ROOT: "true",
      PORT: String(port),
      VEZNE_ADMIN_PORT: String(admin),
      VEZNE_INSTANCE: "pod-7",
    };
    const service = await start(production);
    const of = (at: number, path: string) =>
      fetch(`http://127.0.0.1:${at}${path}`).then(({ status }) => status);
    const statuses = (at: number, paths: readonly string[]) =>
      Promise.all(paths.map((path) => of(at, path)));
    const OPERATIONS = ["/metrics", "/healthz", "/readyz"];
    expect(await statuses(admin, OPERATIONS)).toEqual([200, 200, 200]);
    expect(await statuses(port, OPERATIONS)).toEqual([404, 404, 404]);
    expect(await statuses(port, ["/demo", "/bank/challenge/ch_1", "/panel"])).toEqual([
      404, 404, 200,
    ]);
    expect(await statuses(admin, ["/panel", "/api/v1/bins"])).toEqual([404, 404]);
    expect(await service.end()).toBe(0);
    const lines = linesOf(service.output());
    const about = { service: "vezne", version: expect.any(String), instance: "pod-7" };
    for (const line of lines) expect(line).toMatchObject(about);
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: "Vezne is ready", url: "https://pay.example" }),
    );
    expect(service.output()).toContain("vezne users set-up");
    expect(service.output()).not.toMatch(/vz_(test|live)_|token=/);
    expect([await keys(), await merchants()]).toEqual([[], []]);
    const setUp = await runCommand(database, ["users", "set-up", "--json"], production);
    expect(JSON.parse(setUp.stdout)).toEqual({
      url: expect.stringMatching(/^https:\/\/pay\.example\/panel\/set-up\?token=\w{32}$/),
    });
  });

  it("in production behind https needs a word about the proxy in front", async () => {
    const behindHttps = {
      VEZNE_ENVIRONMENT: "production",
      VEZNE_PUBLIC_URL: "https://pay.example",
      VEZNE_ALLOW_ROOT: "true",
    };
    const refused = await start(behindHttps);
    expect(await refused.end()).toBe(2);
    expect(refused.output()).toContain("VEZNE_TRUSTED_PROXIES must name the proxy that ends TLS");
    const told = await start({ ...behindHttps, VEZNE_TRUSTED_PROXIES: "none" });
    expect(await told.end()).toBe(0);
    expect(told.output()).toContain("Vezne is ready");
    // A migration, and other commands, take no calls.
    const migrated = await runCommand(database, ["migrate", "--json"], behindHttps);
    expect(migrated.code).toBe(0);
  });

  it("in production reports a failure as a JSON line", async () => {
    const service = await start({ VEZNE_ENVIRONMENT: "production", VEZNE_WORKERS: "none" });
    expect(await service.end()).toBe(2);
    expect(linesOf(service.output())).toEqual([
      expect.objectContaining({
        level: 60,
        service: "vezne",
        msg: expect.stringContaining("VEZNE_WORKERS must be"),
      }),
    ]);
  });

  it("of two processes at once makes one demo merchant, and a later one no other key", async () => {
    const both = await Promise.all([start({}), start({}, join(folder, "second"))]);
    const made = await keys();
    expect(await merchants()).toEqual([{ name: "Demo Mağaza" }]);
    const shown = both.filter((one) => one.output().includes("Sandbox key"));
    expect(shown).toHaveLength(1);
    await Promise.all(both.map((one) => one.end()));
    const third = await start({}, join(folder, "third"));
    await third.end();
    expect(third.output()).not.toContain("Sandbox key");
    expect(await keys()).toEqual(made);
  });
});
