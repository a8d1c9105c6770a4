import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { runService, type RunningService } from "../support/running-service.ts";

const CARD = "5528790000000008";
const TOKEN = "a-token-of-24-characters";
const BACK = { timeout: 80_000, interval: 50 };

// The database is one of its own, so that no child but the workers keeps the primary running.
describe.runIf(process.platform === "linux")("a service all of whose workers are gone", () => {
  const folder = mkdtempSync(join(tmpdir(), "vezne-workers-"));
  const tokenFile = join(folder, "metrics-token");
  let service: RunningService;
  beforeEach(async () => {
    writeFileSync(tokenFile, TOKEN, { mode: 0o600 });
    service = await runService({ VEZNE_WORKERS: "2", VEZNE_METRICS_TOKEN_FILE: tokenFile });
    await expect.poll(() => service.output(), BACK).toContain("Vezne is ready");
  });
  afterEach(() => service.close());
  afterAll(() => rmSync(folder, { recursive: true }));

  function workers(): readonly number[] {
    const pid = service.pid();
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return children.split(" ").filter(Boolean).map(Number);
  }
  async function killAll(): Promise<void> {
    for (const worker of workers()) process.kill(worker, "SIGKILL");
    await expect.poll(workers, BACK).toEqual([]);
  }
  const deaths = (): number => service.output().split("; starting another").length - 1;
  const isUp = (): Promise<boolean> =>
    fetch(`${service.url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  const pay = async (): Promise<unknown> =>
    (await service.api.pay(await service.api.session(), CARD)).body["status"];

  it("comes back by itself, also if they are killed again while it waits", async () => {
    await killAll();
    // The first begins after one pause, the second after a longer one.
    await expect.poll(() => workers().length, BACK).toBe(1);
    await killAll();
    await expect.poll(isUp, BACK).toBe(true);
    expect(deaths()).toBe(3);
    expect(await pay()).toBe("completed");
  });

  it("comes back once its workers can start, however often they failed before", async () => {
    // A worker reads its settings anew, and this is none.
    writeFileSync(tokenFile, "short");
    await killAll();
    // Two that were killed, and two that could not begin after their pauses.
    await expect.poll(deaths, BACK).toBeGreaterThanOrEqual(4);
    writeFileSync(tokenFile, TOKEN, { mode: 0o600 });
    await expect.poll(isUp, BACK).toBe(true);
    expect(await pay()).toBe("completed");
  });

  it("ends with 0 once it is told to, and starts no worker then", async () => {
    await killAll();
    expect(await service.terminate()).toBe(0);
    expect(deaths()).toBe(2);
  });
});
