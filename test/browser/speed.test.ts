import { loadavg } from "node:os";
import { gzipSync } from "node:zlib";
import type { CDPSession, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable } from "../support/browser.ts";
import { isWholeRun } from "../support/full-run.ts";
import { printTable } from "../support/print-table.ts";
import { initCall, payFrame, sitePage } from "./widget-shop.ts";
import { enter, newSession, openStage, type Scene, type Stage } from "./scene.ts";

const KILOBYTE = 1_024;
const VISITS = isWholeRun ? 5 : 1;
/** A mid-range phone on a slow line: 1.6 Mbit/s, 150 ms round trip. */
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
};
const SLOWDOWN = 4;

type Visit = {
  readonly requests: number;
  readonly bytes: number;
  readonly scriptBytes: number;
  readonly fcpMs: number;
  readonly dclMs: number;
  readonly longestTaskMs: number;
  readonly shift: number;
};

describe.runIf(browserAvailable())("the first visit", () => {
  let stage: Stage;
  let scene: Scene;
  beforeAll(async () => void (stage = await openStage()));
  afterAll(() => stage.close());
  afterEach(() => scene.customer.leave());

  it("loads few bytes, and shifts no layout", async () => {
    const [busy = 0] = loadavg();
    const visits: Visit[] = [];
    for (let count = 0; count < VISITS; count += 1) {
      if (count > 0) await scene.customer.leave();
      scene = await enter(stage, "tr");
      const client = await scene.customer.context.newCDPSession(scene.page);
      const session = await newSession(scene);
      visits.push(
        await measureVisit(scene.page, client, `${stage.shop.url}/checkout?session=${session}`),
      );
    }
    const middle = (name: keyof Visit): number =>
      visits.map((one) => one[name]).toSorted((one, other) => one - other)[VISITS >> 1] ?? 0;
    const names = Object.keys(visits[0] ?? {}) as (keyof Visit)[];
    const rows = names.map((name) => [name, middle(name).toFixed(name === "shift" ? 3 : 0)]);
    console.log(`first visit, medians of ${VISITS}, load ${busy.toFixed(1)}:\n${printTable(rows)}`);
    expect(middle("requests")).toBeLessThanOrEqual(4);
    expect(middle("bytes")).toBeGreaterThan(KILOBYTE);
    expect(middle("bytes")).toBeLessThanOrEqual(20 * KILOBYTE);
    expect(middle("scriptBytes")).toBeLessThanOrEqual(8 * KILOBYTE);
    expect(middle("shift")).toBe(0);
    // On a busy machine, times say nothing about the page.
    if (!isWholeRun || busy > 1) return;
    expect(middle("fcpMs")).toBeLessThanOrEqual(600);
    expect(middle("dclMs")).toBeLessThanOrEqual(700);
    expect(middle("longestTaskMs")).toBeLessThanOrEqual(150);
  });

  it("to the widget takes no longer than to a hosted page", async () => {
    const times: number[] = [];
    const [busy = 0] = loadavg();
    for (let count = 0; count < VISITS; count += 1) {
      if (count > 0) await scene.customer.leave();
      scene = await enter(stage, "tr");
      times.push(await mount(scene, await newSession(scene)));
    }
    const middle = times.toSorted((one, other) => one - other)[VISITS >> 1] ?? 0;
    console.log(`widget, median of ${VISITS}, load ${busy.toFixed(1)}: ${middle.toFixed(0)} ms`);
    expect(middle).toBeGreaterThan(0);
    if (isWholeRun && busy <= 1) expect(middle).toBeLessThanOrEqual(1_500);
  });

  it("to the widget loads 2 KB of script on a merchant's page", async () => {
    scene = await enter(stage, "tr");
    const script = await scene.page.request.get(`${stage.shop.url}/widget.js`);
    expect(gzipSync(await script.body()).length).toBeLessThanOrEqual(2 * KILOBYTE);
  });
});

/** The time from the request for the merchant's page until a card can be typed into the widget. */
async function mount({ page, site, shop, customer }: Scene, session: string): Promise<number> {
  const client = await customer.context.newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", LINE);
  await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  site.show(sitePage(shop, initCall(session)));
  const begun = performance.now();
  await page.goto(site.url, { waitUntil: "commit" });
  await payFrame(page).locator("#card_number").waitFor();
  return performance.now() - begun;
}

async function measureVisit(page: Page, client: CDPSession, address: string): Promise<Visit> {
  const answers = new Map<string, { readonly url: string; bytes: number }>();
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", LINE);
  await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  client.on("Network.responseReceived", ({ requestId, response: { url } }) => {
    if (!url.startsWith("data:")) answers.set(requestId, { url, bytes: 0 });
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const known = answers.get(requestId);
    if (known !== undefined) known.bytes = encodedDataLength;
  });
  await page.goto(address, { waitUntil: "networkidle" });
  const times = await page.evaluate(async () => {
    // The browser delivers buffered entries in a separate task, after two frames.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const observed = async (type: string): Promise<PerformanceEntry[]> => {
      const entries: PerformanceEntry[] = [];
      const observer = new PerformanceObserver((list) => void entries.push(...list.getEntries()));
      observer.observe({ type, buffered: true });
      await frame();
      await frame();
      return entries;
    };
    const [navigation] = performance.getEntriesByType("navigation");
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    const shifts = await observed("layout-shift");
    const tasks = await observed("longtask");
    return {
      fcpMs: paint?.startTime ?? Number.NaN,
      dclMs:
        navigation instanceof PerformanceNavigationTiming
          ? navigation.domContentLoadedEventEnd
          : Number.NaN,
      shift: shifts.reduce((sum, entry) => sum + ("value" in entry ? Number(entry.value) : 0), 0),
      longestTaskMs: Math.max(0, ...tasks.map(({ duration }) => duration)),
    };
  });
  const all = [...answers.values()];
  const sum = (items: typeof all) => items.reduce((total, { bytes }) => total + bytes, 0);
  return {
    requests: all.length,
    bytes: sum(all),
    scriptBytes: sum(all.filter(({ url }) => url.endsWith(".js"))),
    ...times,
  };
}
