import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type OwnedDatabase } from "../support/database.ts";
import { ENTRY } from "../support/entry.ts";
import { INTO_NAMESPACE, namespaceRefusal } from "../support/namespace.ts";

type Environment = Readonly<Record<string, string>>;

const PUBLIC = { VEZNE_PUBLIC_URL: "https://pay.example" };
const ROOT_ALLOWED = { VEZNE_ALLOW_ROOT: "true" };

describe("a start", { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "vezne-guarded-"));
  const dataDir = join(folder, "data");
  let database: OwnedDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => {
    rmSync(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o755);
  });
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts it, and stops it once it is ready; what it wrote until then. */
  async function start(environment: Environment, into: readonly string[] = []) {
    const [program, ...args] = [...into, process.execPath, ENTRY, "start"] as const;
    const child = spawn(program, args, {
      env: {
        PATH: process.env["PATH"],
        PORT: "0",
        DATABASE_URL: database.url,
        VEZNE_DATA_DIR: dataDir,
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let told = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        told += chunk.toString();
        if (told.includes("Vezne is ready")) child.kill("SIGTERM");
      });
    }
    const [code]: unknown[] = await once(child, "close");
    return { code, told };
  }
  const modeOfData = (): number => statSync(dataDir).mode & 0o777;

  it("closes a data directory that was open to others", async () => {
    const { code, told } = await start({});
    expect([code, modeOfData()]).toEqual([0, 0o700]);
    expect(told).toContain("was open to other users; only its owner may enter it now");
  });

  it("leaves one that others use as it is, with a warning", async () => {
    writeFileSync(join(dataDir, "notes.txt"), "of somebody else");
    const { code, told } = await start({});
    expect([code, modeOfData()]).toEqual([0, 0o755]);
    expect(told).toContain(`is open to other users. Run chmod 700 ${dataDir}`);
  });

  it("refuses that for a public service", async () => {
    writeFileSync(join(dataDir, "notes.txt"), "of somebody else");
    const { code, told } = await start({ ...PUBLIC, ...ROOT_ALLOWED });
    expect([code, modeOfData()]).toEqual([1, 0o755]);
    expect(told).toContain(`is open to other users. Run chmod 700 ${dataDir}`);
    expect(told).not.toMatch(/^ +at /m);
  });

  it("shows no demo shop, documentation or key of a sandbox in production", async () => {
    const production = { ...PUBLIC, ...ROOT_ALLOWED, VEZNE_ENVIRONMENT: "production" };
    const { code, told } = await start(production);
    expect(code).toBe(0);
    expect(told).toContain("Vezne is ready at https://pay.example");
    expect(told).not.toMatch(/Demo shop|Documentation|Sandbox/);
  });

  // An ordinary user becomes root of a namespace of its own, where the machine permits that.
  const asRoot = process.getuid?.() === 0 ? [] : INTO_NAMESPACE.slice(0, 3);
  const canBeRoot = asRoot.length === 0 || namespaceRefusal === undefined;

  it.runIf(canBeRoot)("as root is warned of in a sandbox", async () => {
    const { code, told } = await start({}, asRoot);
    expect(code).toBe(0);
    expect(told).toContain("the service runs as root: start it as an ordinary user");
  });

  it.runIf(canBeRoot)("as root is refused for a public service, unless allowed", async () => {
    const { code, told } = await start(PUBLIC, asRoot);
    expect(code).toBe(1);
    expect(told).toContain("a public service does not run as root. Start it as an ordinary user");
    const allowed = await start({ ...PUBLIC, ...ROOT_ALLOWED }, asRoot);
    expect(allowed.code, allowed.told).toBe(0);
  });

  it.each([["vault-key.json"], ["postgres-credentials.json"], ["postgres"]])(
    "ends with a sentence where %s can't be read",
    async (name) => {
      const isOfPostgres = name.startsWith("postgres");
      const path = join(dataDir, name);
      if (name === "postgres") writeFileSync(path, "a file where a folder should be");
      else mkdirSync(path);
      const { code, told } = await start(isOfPostgres ? { DATABASE_URL: "" } : {});
      expect(code).toBe(1);
      expect(told).toContain(path);
      expect(told).not.toMatch(/^ +at /m);
    },
  );

  it("connects to no other machine's database without a word on its protection", async () => {
    const { code, told } = await start({ DATABASE_URL: "postgres://me:s3cret@db.example/vezne" });
    expect(code).toBe(2);
    expect(told).toContain("DATABASE_URL must say how the connection to another machine is");
    expect(told).not.toContain("s3cret");
  });

  it("is what makes an installation in a folder that was named: other commands don't", async () => {
    const named = join(folder, "mistyped");
    const child = spawn(process.execPath, [ENTRY, "merchants", "list"], {
      env: { PATH: process.env["PATH"], VEZNE_DATA_DIR: named },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let told = "";
    child.stderr.on("data", (chunk: Buffer) => void (told += chunk.toString()));
    const [code]: unknown[] = await once(child, "close");
    expect(code).toBe(2);
    expect(told).toContain(`there is no installation in ${named}`);
    expect(statSync(named, { throwIfNoEntry: false })).toBeUndefined();
  });
});
