import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isStopped, useEmbeddedClusters } from "../support/embedded-clusters.ts";
import { ENTRY } from "../support/entry.ts";
import { commandLine } from "../support/running-command.ts";
import { runService, type RunningService } from "../support/running-service.ts";
import { freePort } from "../support/free-port.ts";

const CARD = "5528790000000008";
/** The test bank answers this card after five seconds. */
const SLOW_CARD = "4157920000000002";
const CAUSES = pathToFileURL(join(import.meta.dirname, "uncaught-child.mjs")).href;
const environment = { NODE_OPTIONS: `--import ${CAUSES}` };

type Line = Readonly<Record<string, unknown>>;

function fatalLines(output: string): readonly Line[] {
  const lines = output.split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line) as Line).filter(({ level }) => level === 60);
}

async function counted({ url }: RunningService): Promise<readonly string[]> {
  const figures = await (await fetch(`${url}/metrics`)).text();
  return figures.split("\n").filter((line) => line.startsWith("vezne_fatal_errors_total{"));
}

describe("an uncaught error of the service", () => {
  let service: RunningService;
  beforeAll(async () => void (service = await runService(environment)));
  afterAll(() => service.close());

  it("lets payments in flight finish, refuses new ones, and exits with 70", async () => {
    const [slow, late] = [await service.api.session(), await service.api.session()];
    const paying = service.api.pay(slow, SLOW_CARD);
    const pool = service.database.open();
    const begun = () => pool.query("select from payment where state = 'calling'");
    await expect.poll(async () => (await begun()).rowCount).toBe(1);
    const ending = service.endBy("SIGUSR2");
    const readiness = (): Promise<string> =>
      fetch(`${service.url}/readyz`).then(
        ({ status }) => String(status),
        () => "no connection",
      );
    await expect.poll(readiness).toBe("no connection");
    await expect(service.api.pay(late, CARD)).rejects.toThrow("fetch failed");
    expect((await paying).body).toMatchObject({ success: true, status: "completed" });
    expect(await ending).toBe(70);
  });

  it("is one fatal log line, masked, with the stack", () => {
    const [line, ...more] = fatalLines(service.output());
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      kind: "uncaught_exception",
      err: { type: "TypeError", message: "torn while 5528…0008 was read" },
    });
    expect(JSON.stringify(line)).toContain("uncaught-child.mjs");
    expect(service.output()).not.toContain(CARD);
  });

  it("is counted across restarts, like a rejected promise, and reported by doctor", async () => {
    await service.start();
    expect(await counted(service)).toContain(
      'vezne_fatal_errors_total{kind="uncaught_exception"} 1',
    );
    expect(await service.endBy("SIGHUP")).toBe(70);
    await service.start();
    expect(await counted(service)).toEqual([
      'vezne_fatal_errors_total{kind="uncaught_exception"} 1',
      'vezne_fatal_errors_total{kind="unhandled_rejection"} 1',
      'vezne_fatal_errors_total{kind="worker_death"} 0',
    ]);
    const { json } = await commandLine(service)("doctor", "--json");
    expect(json["checks"]).toContainEqual(
      expect.objectContaining({
        name: "fatal errors",
        status: "warning",
        detail: expect.stringMatching(/^2 so far, .*RangeError: torn while 5528…0008/) as string,
      }),
    );
  });
});

describe("an uncaught error of one worker", () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await runService({ ...environment, VEZNE_WORKERS: "2" });
  });
  afterAll(() => service.close());

  function workers(): readonly number[] {
    const pid = service.pid();
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return children.trim().split(" ").map(Number);
  }

  it.runIf(process.platform === "linux")(
    "leaves the service running by the other workers, and the worker is replaced",
    async () => {
      await expect.poll(() => service.output()).toContain("Vezne is ready");
      const [first = 0, second] = workers();
      process.kill(first, "SIGUSR2");
      await expect.poll(() => workers().includes(first)).toBe(false);
      const paid = await service.api.pay(await service.api.session(), CARD);
      expect(paid.body["status"]).toBe("completed");
      await expect.poll(() => workers().length, { timeout: 80_000 }).toBe(2);
      expect(workers()).toContain(second);
      expect(await counted(service)).toContain('vezne_fatal_errors_total{kind="worker_death"} 1');
      expect(fatalLines(service.output())).toHaveLength(1);
      expect(service.output()).toContain(`worker ${first} ended by exit code 70`);
      expect(await service.terminate()).toBe(0);
    },
  );
});

describe("an uncaught error with embedded PostgreSQL", () => {
  const clusters = useEmbeddedClusters();

  it("stops PostgreSQL in order, and the service can start again", async () => {
    const dataDir = clusters.newDataDir();
    const env = {
      ...environment,
      PATH: process.env["PATH"],
      VEZNE_DATA_DIR: dataDir,
      PORT: String(await freePort()),
    };
    const child = spawn(process.execPath, [ENTRY, "start"], { env, stdio: ["ignore", "pipe", 2] });
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => void (output += chunk.toString()));
    await expect.poll(() => output, { timeout: 120_000 }).toContain("Vezne is ready");
    child.kill("SIGUSR2");
    expect(await once(child, "exit")).toEqual([70, null]);
    expect(isStopped(dataDir)).toBe(true);
    expect(output).toContain("stopped PostgreSQL");
  });

  it("of a command ends it with an error message and 70, and stops its PostgreSQL", async () => {
    const dataDir = clusters.newDataDir();
    await (await clusters.start(dataDir)).stop();
    const env = { ...environment, PATH: process.env["PATH"], VEZNE_DATA_DIR: dataDir };
    const child = spawn(process.execPath, [ENTRY, "verify", "--json"], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]);
    await expect.poll(() => isStopped(dataDir)).toBe(false);
    child.kill("SIGUSR2");
    const [exit, stdout, stderr] = await ended;
    expect(exit).toEqual([70, null]);
    expect(JSON.parse(stdout)).toMatchObject({ error: { exit_code: 70 } });
    expect(stderr).toMatch(/^vezne: unexpected error: TypeError: torn while 5528…0008 was read\./);
    expect(isStopped(dataDir)).toBe(true);
  });
});
