// tier: night
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable } from "../support/browser.ts";
import { openMerchantSite, type MerchantSite } from "../support/merchant-site.ts";
import { APPROVED, welcome, type Customer } from "./customer.ts";
import { openStage, type Stage } from "./scene.ts";
import {
  callsOf,
  decideInFrame,
  initCall,
  payFrame,
  payInFrame,
  sitePage,
  siteSession,
} from "./widget-shop.ts";

const UNKNOWN = `ses_${"0".repeat(60)}`;

describe.runIf(browserAvailable())("the widget under faults", () => {
  let stage: Stage;
  let browser: Stage["browser"];
  let service: Stage["shop"];
  let site: Stage["site"];
  let other: MerchantSite;
  let customer: Customer;
  beforeAll(async () => {
    [stage, other] = await Promise.all([openStage(), openMerchantSite()]);
    ({ browser, shop: service, site } = stage);
  });
  afterAll(() => Promise.all([stage.close(), other.close()]));
  afterEach(() => customer.leave());

  async function visit(start: string, body = ""): Promise<Page> {
    site.show(sitePage(service, start, body));
    customer = await welcome(browser);
    await customer.page.goto(site.url);
    return customer.page;
  }

  const formIn = (page: Page, container?: string) =>
    payFrame(page, container).locator("#card_number").waitFor();
  const frameCount = (page: Page) => page.locator("iframe").count();

  it("names the wrong option and links to its explanation", async () => {
    const page = await visit("");
    const session = await siteSession({ service, site });
    const complaint = (options: string): Promise<string> =>
      page.evaluate(`(() => { try { Vezne.init(${options}); return "" } catch (error) {
        return error.name + ": " + error.message } })()`);
    const docs = `See ${service.url}/docs/widget`;
    expect(await complaint("")).toContain("TypeError: Vezne.init: options must be an object");
    expect(await complaint("{}")).toContain(`sessionId must be the session_id`);
    expect(await complaint(`{sessionId: "${session}", container: "#no"}`)).toBe(
      `TypeError: Vezne.init: container "#no" matches no element. ${docs}#container`,
    );
    expect(await complaint(`{sessionId: "${session}", container: "#"}`)).toContain(
      `container "#" is not a CSS selector`,
    );
    expect(await complaint(`{sessionId: "${session}", container: "#pay", onFail: 1}`)).toBe(
      `TypeError: Vezne.init: onFail must be a function. ${docs}#onfail`,
    );
    expect(await frameCount(page)).toBe(0);
    expect(await page.locator("#pay a").count()).toBe(1);
  });

  it("reports an unknown session once", async () => {
    const page = await visit(initCall(UNKNOWN));
    const [call, ...more] = await callsOf(page, 1);
    expect(call?.data).toMatchObject({ code: "session_not_found", session_id: UNKNOWN });
    expect(more).toEqual([]);
  });

  it("reports an expired session, before and while it is shown", async () => {
    const session = await siteSession({ service, site });
    service.clock.move(59 * 60_000 + 58_000);
    const page = await visit(initCall(session));
    const [call] = await callsOf(page, 1);
    expect(call?.data).toMatchObject({ code: "session_expired", session_id: session });
    await page.reload();
    service.clock.move(5_000);
    await page.reload();
    const calls = await callsOf(page, 1);
    expect(calls.map(({ data }) => data["code"])).toEqual(["session_expired"]);
  });

  it("is blocked on a site that is no origin of the session", async () => {
    const session = await siteSession({ service, site: other });
    const page = await visit(initCall(session));
    const [call] = await callsOf(page, 1);
    expect(call?.data).toMatchObject({ code: "frame_blocked", session_id: session });
    expect(customer.complaints.join("\n")).toContain("allowed origins of the merchant's settings");
    expect(await frameCount(page)).toBe(0);
    expect(await page.locator("#pay a").count()).toBe(1);
  });

  it("does not blame the origin alone if the form can't be reached", async () => {
    const session = await siteSession({ service, site });
    site.show(sitePage(service, initCall(session)));
    customer = await welcome(browser);
    const { page } = customer;
    await page.route("**/checkout/frame?**", (route) => route.abort());
    await page.goto(site.url);
    const [call] = await callsOf(page, 1);
    expect(call?.data).toMatchObject({
      code: "frame_blocked",
      message: expect.stringContaining("could not be reached, or may not be shown here"),
    });
    expect(await page.locator("#pay a").count()).toBe(1);
  });

  it("refuses to start as a module, which has no address of its own", async () => {
    const session = await siteSession({ service, site });
    site.show({
      html:
        `<!doctype html><div id="pay"></div><script>var calls = [];</script>` +
        `<script type="module" src="${service.url}/widget.js"></script>`,
    });
    customer = await welcome(browser);
    const { page } = customer;
    await page.goto(site.url);
    await page.waitForFunction(() => "Vezne" in window);
    await expect(page.evaluate(`void ${initCall(session)}`)).rejects.toThrow(
      "Vezne.init: script must be loaded by a <script src>, and not as a module",
    );
    expect(await frameCount(page)).toBe(0);
  });

  it("cannot be framed by another site that lies about its origin", async () => {
    const session = await siteSession({ service, site: other });
    const origin = encodeURIComponent(other.url);
    const addresses = [
      `/checkout/frame?session=${session}&origin=${origin}&frame=${"0".repeat(32)}`,
      `/checkout?session=${session}`,
      `/checkout/returned?session=${session}`,
    ];
    const frames = addresses
      .map((path) => `<iframe src="${service.url}${path}"></iframe>`)
      .join("");
    const page = await visit("", frames);
    const shown = page
      .frames()
      .slice(1)
      .map((frame) => frame.url());
    expect(shown).toEqual(addresses.map(() => "chrome-error://chromewebdata/"));
  });

  it("reports a timeout when its page does not load", async () => {
    const session = await siteSession({ service, site });
    site.show(sitePage(service, initCall(session)));
    customer = await welcome(browser);
    const { page } = customer;
    await page.clock.install();
    await page.route("**/checkout/frame?**", () => undefined);
    await page.goto(site.url, { waitUntil: "commit" });
    await page.locator("iframe").waitFor({ state: "attached" });
    await page.clock.fastForward(15_000);
    const [call] = await callsOf(page, 1);
    expect(call?.data).toMatchObject({ code: "load_timeout", session_id: session });
    expect(await frameCount(page)).toBe(0);
  });

  it("queues calls from before it has loaded, and reports when it has", async () => {
    const session = await siteSession({ service, site });
    site.show({
      html:
        `<!doctype html><div id="pay"></div><script>var calls = [], ready = 0;` +
        `document.addEventListener("vezne:ready", () => ready++);` +
        `window.Vezne=window.Vezne||{q:[],init(o){this.q.push(o)}};` +
        `${initCall(session)}</script>` +
        `<script async src="${service.url}/widget.js"></script>` +
        `<script async src="${service.url}/widget.js?again"></script>`,
    });
    customer = await welcome(browser);
    const { page } = customer;
    await page.goto(site.url);
    await formIn(page);
    expect(await frameCount(page)).toBe(1);
    expect(await page.evaluate("ready")).toBe(1);
  });

  it("continues after callbacks that throw", async () => {
    const session = await siteSession({ service, site });
    const page = await visit(
      `Vezne.init({sessionId: "${session}", container: "#pay", onSuccess(data) {` +
        `calls.push({name: "onSuccess", data}); throw new Error("theirs")}})`,
    );
    const frame = payFrame(page);
    await payInFrame(frame, APPROVED);
    await decideInFrame(frame);
    await frame.locator(".panel.good").waitFor();
    expect(await callsOf(page, 1)).toHaveLength(1);
    expect(customer.complaints).toContain("theirs");
  });

  it("has one frame after two starts, none once destroyed, and can start again", async () => {
    const session = await siteSession({ service, site });
    const page = await visit(`var first = ${initCall(session)}, last = ${initCall(session)};`);
    await formIn(page);
    expect(await frameCount(page)).toBe(1);
    await page.evaluate("first.destroy()");
    expect(await frameCount(page)).toBe(1);
    await page.evaluate("last.destroy(); last.destroy()");
    expect(await frameCount(page)).toBe(0);
    expect(await page.locator("#pay a").count()).toBe(1);
    expect(await listenerCount(page)).toBe(0);
    await page.evaluate(`document.querySelector("#pay").outerHTML = '<div id="pay"></div>'`);
    await page.evaluate(`void ${initCall(session)}`);
    await formIn(page);
    expect(await listenerCount(page)).toBe(1);
  });

  it("works twice on one page", async () => {
    const [one, two] = [
      await siteSession({ service, site }),
      await siteSession({ service, site }, { amount: 500 }),
    ];
    const page = await visit(`${initCall(one)};${initCall(two, "#also")}`, `<div id="also"></div>`);
    await formIn(page, "#also");
    await payInFrame(payFrame(page), APPROVED);
    await decideInFrame(payFrame(page));
    const [call, ...more] = await callsOf(page, 1);
    expect(call).toMatchObject({ name: "onSuccess", data: { session_id: one } });
    expect(more).toEqual([]);
    await formIn(page, "#also");
  });

  it("ignores messages from others than its own frame", async () => {
    const session = await siteSession({ service, site });
    const page = await visit(initCall(session));
    await formIn(page);
    const shown = (await page.locator("iframe").getAttribute("src")) ?? "";
    const name = new URL(shown).searchParams.get("frame");
    const success = { v: 1, frame: name, type: "success", data: { order_id: "ORD-1" } };
    const height = { v: 1, frame: name, type: "height", height: 9_999 };
    const before = await page.locator("iframe").boundingBox();
    const forge = `for (const m of ${JSON.stringify([success, height])})`;
    await page.evaluate(`${forge} window.postMessage(m, "*")`);
    other.show({ html: `<script>${forge} parent.postMessage(m, "*")</script>` });
    await page.evaluate((source) => {
      const intruder = document.createElement("iframe");
      intruder.src = source;
      document.body.append(intruder);
      return new Promise((done) => intruder.addEventListener("load", done));
    }, other.url);
    expect(await page.evaluate(() => window.calls)).toEqual([]);
    expect(await page.locator("#pay iframe").boundingBox()).toEqual(before);
  });

  /** The window's message listeners, counted by the browser's developer tools. */
  async function listenerCount(page: Page): Promise<number> {
    const client = await customer.context.newCDPSession(page);
    const { result } = await client.send("Runtime.evaluate", { expression: "window" });
    const { listeners } = await client.send("DOMDebugger.getEventListeners", {
      objectId: result.objectId ?? "",
    });
    return listeners.filter(({ type }) => type === "message").length;
  }
});
