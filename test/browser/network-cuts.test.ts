// tier: night
import type { Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { SECOND } from "../../src/kernel/clock.ts";
import { browserAvailable } from "../support/browser.ts";
import { isWholeRun } from "../support/full-run.ts";
import { chargesOf } from "./bank-calls.ts";
import { APPROVED, LOST, payButton, typeCard } from "./customer.ts";
import { enter, newSession, openPage, openStage, type Scene, type Stage } from "./scene.ts";

const SLOW = "4157920000000002";
const CARDS = [APPROVED, LOST, SLOW];
const PLACES = [/\/checkout\/pay\?/, /\/checkout\?session=/, /\/bank\/3ds\//];
const FAILURE = "chrome-error://chromewebdata/";
const RUNS = isWholeRun ? 50 : 3;
/** More steps than any path to a receipt has. */
const STEPS = 12;

/** Pseudo-random numbers that are the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

const BEFORE = async (route: Route): Promise<void> => route.abort("connectionreset");
/** The server has executed the request; its answer is lost. */
const AFTER = async (route: Route): Promise<void> => {
  await route.fetch({ maxRedirects: 0 });
  await route.abort("connectionreset");
};

describe.runIf(browserAvailable())("a payment over a network that is cut", () => {
  let stage: Stage;
  let scene: Scene;
  beforeAll(async () => void (stage = await openStage()));
  afterAll(() => stage.close());
  afterEach(() => scene.customer.leave());

  it.each(Array.from({ length: RUNS }, (_, index) => index + 1))(
    "succeeds once after a cut at a random step, run %i",
    async (seed) => {
      const roll = dice(seed * 7_919);
      const card = CARDS[roll(CARDS.length)] ?? APPROVED;
      const cut = roll(2) === 0 ? BEFORE : AFTER;
      const place = PLACES[roll(PLACES.length)] ?? /./;
      scene = await enter(stage, "tr");
      const { page } = scene;
      const session = await newSession(scene);
      let cuts = 0;
      await page.route(place, async (route) => {
        cuts += 1;
        await (cuts === 1 ? cut(route) : route.continue());
      });
      await openPage(scene, session).catch(() => undefined);
      for (let step = 0; step < STEPS && !(await isPaid(page)); step += 1)
        await goOn(session, card);
      expect(await isPaid(page)).toBe(true);
      expect(cuts).toBeGreaterThan(0);
      expect(await chargesOf(stage.shop, session)).toMatchObject({ approvals: 1 });
    },
  );

  it("keeps the typed values while there is no connection", async () => {
    scene = await enter(stage, "tr");
    const { page, customer } = scene;
    const session = await newSession(scene);
    await openPage(scene, session);
    await typeCard(page, APPROVED);
    await customer.context.setOffline(true);
    await page.getByText("İnternet bağlantınız yok. Yazdıklarınız duruyor.").waitFor();
    await payButton(page).click();
    expect(await page.locator("#card_number").inputValue()).toBe("5528 7900 0000 0008");
    await customer.context.setOffline(false);
    await page.locator("#offline").waitFor({ state: "hidden" });
    await payButton(page).click();
    await page.waitForURL(/\/bank\/3ds\//);
    expect(await chargesOf(stage.shop, session)).toMatchObject({ orders: 1 });
  });

  const isPaid = async (page: Page): Promise<boolean> =>
    (await page.locator(".panel.good").count()) === 1;

  /** The next action of a customer on this page; without a connection, it is opened again. */
  async function goOn(session: string, card: string): Promise<void> {
    const { page } = scene;
    if (page.url() === FAILURE || page.url() === "about:blank") {
      await openPage(scene, session).catch(() => undefined);
    } else if (/\/bank\/3ds\//.test(page.url())) {
      await page.locator("input[name=otp]").fill(await page.locator(".code").innerText());
      await left(page, () => page.locator("button[value=approve]").click());
    } else if ((await page.locator("#card_number").count()) === 1) {
      await typeCard(page, card);
      await left(page, () => payButton(page).click());
    } else if ((await page.locator(".progress").count()) === 1) {
      stage.shop.clock.move(10 * SECOND);
      await page.locator(".panel.good").waitFor();
    } else {
      await left(page, () => page.locator(".actions a.primary").click());
    }
  }
});

/** Waits for the page that an action leads to: the bank's, ours, or an error page. */
async function left(page: Page, action: () => Promise<void>): Promise<void> {
  const before = page.url();
  await action();
  const isThere = (url: URL) => url.href !== before && !url.pathname.endsWith("/checkout/bank");
  await page.waitForURL(isThere).catch(() => page.waitForURL(FAILURE));
  await page.waitForLoadState();
}
