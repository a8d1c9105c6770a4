import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runService, type RunningService } from "../support/running-service.ts";

describe("the metrics of a service with two workers", () => {
  let service: RunningService;
  beforeAll(async () => void (service = await runService({ VEZNE_WORKERS: "2" })));
  afterAll(() => service.close());

  it("are those of both, whichever worker is asked", async () => {
    const calls = 40;
    // Each call has a connection of its own, so both workers get some.
    const close = { headers: { connection: "close" } };
    for (let call = 0; call < calls; call += 1) {
      expect((await fetch(`${service.url}/healthz`, close)).status).toBe(200);
    }
    const counted = async () => {
      const text = await (await fetch(`${service.url}/metrics`, close)).text();
      const [, count] =
        /vezne_http_request_seconds_count\{route="\/healthz".*\} (\d+)/.exec(text) ?? [];
      return { count: Number(count), ends: text.includes("vezne_fatal_errors_total") };
    };
    const scrapes = [await counted(), await counted(), await counted(), await counted()];
    expect(scrapes).toEqual(scrapes.map(() => ({ count: calls, ends: true })));
  });
});
