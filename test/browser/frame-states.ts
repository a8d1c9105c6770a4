import type { Frame } from "playwright-core";
import { HOUR } from "../../src/kernel/clock.ts";
import { APPROVED, POOR } from "./customer.ts";
import { newSession, sessionAfter, type Scene, type State } from "./scene.ts";
import { initCall, payFrame, payInFrame, sitePage } from "./widget-shop.ts";

/**
 * Opens the widget of a session on the merchant's site; returns its frame once it shows this text.
 */
async function mount(scene: Scene, session: string, awaited: string): Promise<Frame> {
  const { page, shop, site } = scene;
  site.show(sitePage(shop, initCall(session)));
  await page.goto(site.url);
  return shownFrame(scene, awaited);
}

async function shownFrame({ page }: Scene, awaited: string): Promise<Frame> {
  await payFrame(page).locator(awaited).first().waitFor();
  const [, frame] = page.frames();
  if (frame === undefined) throw new Error("the widget has no frame");
  return frame;
}

const mounted = async (scene: Scene, awaited: string, fields = {}) =>
  mount(scene, await newSession(scene, fields), awaited);

/** Our pages in a merchant's frame, and the page after the bank when the bank was not framed. */
export const FRAME_STATES: readonly State[] = [
  { name: "frame-form", reach: (scene) => mounted(scene, "#card_number") },
  {
    name: "frame-errors",
    async reach(scene) {
      const frame = await mounted(scene, "#card_number");
      await frame.locator("#pay").click();
      await frame.locator("#errors").waitFor();
      return frame;
    },
  },
  {
    name: "frame-bank",
    async reach(scene) {
      await mounted(scene, "#card_number");
      await payInFrame(payFrame(scene.page), APPROVED);
      return shownFrame(scene, "#bank-frame");
    },
  },
  {
    name: "frame-transfer",
    async reach(scene) {
      const session = await newSession(scene);
      await scene.visitor.payElsewhere(session, "bank_transfer");
      return mount(scene, session, ".steps");
    },
  },
  {
    name: "frame-declined",
    reach: async (scene) => mount(scene, await sessionAfter(scene, POOR), "#notice"),
  },
  {
    name: "frame-paid",
    reach: async (scene) => mount(scene, await sessionAfter(scene, APPROVED), ".panel.good"),
  },
  {
    name: "frame-expired",
    async reach(scene) {
      const session = await newSession(scene);
      scene.shop.clock.move(HOUR);
      return mount(scene, session, ".panel.bad");
    },
  },
  {
    name: "frame-unknown",
    reach: (scene) => mount(scene, `ses_${"0".repeat(60)}`, ".panel.bad"),
  },
  {
    name: "returned",
    async reach(scene) {
      const { page, shop, language } = scene;
      const session = await sessionAfter(scene, APPROVED);
      await page.goto(`${shop.url}/checkout/returned?session=${session}&lang=${language}`);
      return page;
    },
  },
];
