import { closeSync, existsSync, openSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runService, type RunningService } from "../support/running-service.ts";

const CARD = "5528790000000008";
/** Every write to it fails like a write to a full disk. */
const FULL = "/dev/full";

async function pays({ api }: RunningService): Promise<unknown> {
  return (await api.pay(await api.session(), CARD)).body["status"];
}

describe("a service whose log reader is gone", () => {
  let service: RunningService;
  beforeAll(async () => void (service = await runService()));
  afterAll(() => service.close());

  it("continues, and stops in order", async () => {
    service.closeOutput();
    expect(await pays(service)).toBe("completed");
    expect(await pays(service)).toBe("completed");
    expect(await service.terminate()).toBe(0);
  });
});

describe.skipIf(!existsSync(FULL))("a service whose log file is on a full disk", () => {
  let service: RunningService;
  let full: number;
  beforeAll(async () => {
    full = openSync(FULL, "w");
    service = await runService({}, { stdout: full });
  });
  afterAll(async () => {
    await service.close();
    closeSync(full);
  });

  it("starts, continues, and stops in order", async () => {
    expect(await pays(service)).toBe("completed");
    expect(await pays(service)).toBe("completed");
    expect(await service.terminate()).toBe(0);
  });
});
