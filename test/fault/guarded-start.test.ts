// tier: night
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

describe("a start of the service", () => {
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

  /** Starts the service, and stops it once it is ready; returns its output until then. */
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
    let output = "";
    let isStopped = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        if (isStopped || !output.includes("Vezne is ready")) return;
        // Once only: a second signal ends the service at once, with an error.
        isStopped = true;
        child.kill("SIGTERM");
      });
    }
    const [code]: unknown[] = await once(child, "close");
    return { code, output };
  }
  const modeOfData = (): number => statSync(dataDir).mode & 0o777;

  it("restricts a data directory that was open to other users", async () => {
    const { code, output } = await start({});
    expect([code, modeOfData()]).toEqual([0, 0o700]);
    expect(output).toContain("was open to other users; only its owner may enter it now");
  });

  it("names a variable that is a misspelled setting", async () => {
    const { code, output } = await start({ VEZNE_ENVIROMENT: "production" });
    expect(code).toBe(0);
    expect(output).toContain(
      "VEZNE_ENVIROMENT is no setting and has no effect; VEZNE_ENVIRONMENT is one",
    );
  });

  it("leaves a data directory unchanged that other users use, with a warning", async () => {
    writeFileSync(join(dataDir, "notes.txt"), "of somebody else");
    const { code, output } = await start({});
    expect([code, modeOfData()]).toEqual([0, 0o755]);
    expect(output).toContain(`is open to other users. Run chmod 700 ${dataDir}`);
  });

  it("of a public service refuses a data directory that other users use", async () => {
    writeFileSync(join(dataDir, "notes.txt"), "of somebody else");
    const { code, output } = await start({ ...PUBLIC, ...ROOT_ALLOWED });
    expect([code, modeOfData()]).toEqual([1, 0o755]);
    expect(output).toContain(`is open to other users. Run chmod 700 ${dataDir}`);
    expect(output).not.toMatch(/^ +at /m);
  });

  // An ordinary user becomes root of a new user namespace, where the machine permits that.
  const asRoot = process.getuid?.() === 0 ? [] : INTO_NAMESPACE.slice(0, 3);
  const canBeRoot = asRoot.length === 0 || namespaceRefusal === undefined;

  it.runIf(canBeRoot)("as root is allowed in a sandbox, with a warning", async () => {
    const { code, output } = await start({}, asRoot);
    expect(code).toBe(0);
    expect(output).toContain("the service runs as root: start it as an ordinary user");
  });

  it.runIf(canBeRoot)(
    "as root is refused for a public service, unless it is configured",
    async () => {
      const { code, output } = await start(PUBLIC, asRoot);
      expect(code).toBe(1);
      expect(output).toContain(
        "a public service does not run as root. Start it as an ordinary user",
      );
      const allowed = await start({ ...PUBLIC, ...ROOT_ALLOWED }, asRoot);
      expect(allowed.code, allowed.output).toBe(0);
    },
  );

  it.each([["vault-key.json"], ["postgres-credentials.json"], ["postgres"]])(
    "exits with an error message where %s cannot be read",
    async (name) => {
      const isOfPostgres = name.startsWith("postgres");
      const path = join(dataDir, name);
      if (name === "postgres") writeFileSync(path, "a file where a folder should be");
      else mkdirSync(path);
      const { code, output } = await start(isOfPostgres ? { DATABASE_URL: "" } : {});
      expect(code).toBe(1);
      expect(output).toContain(path);
      expect(output).not.toMatch(/^ +at /m);
    },
  );

  it("connects to no other machine's database without a setting for its encryption", async () => {
    const { code, output } = await start({ DATABASE_URL: "postgres://me:s3cret@db.example/vezne" });
    expect(code).toBe(2);
    expect(output).toContain("DATABASE_URL must say how the connection to another machine is");
    expect(output).not.toContain("s3cret");
  });

  it("creates an installation in a named folder; other commands do not", async () => {
    const named = join(folder, "mistyped");
    const child = spawn(process.execPath, [ENTRY, "merchants", "list"], {
      env: { PATH: process.env["PATH"], VEZNE_DATA_DIR: named },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let output = "";
    child.stderr.on("data", (chunk: Buffer) => void (output += chunk.toString()));
    const [code]: unknown[] = await once(child, "close");
    expect(code).toBe(2);
    expect(output).toContain(`there is no installation in ${named}`);
    expect(statSync(named, { throwIfNoEntry: false })).toBeUndefined();
  });
});
