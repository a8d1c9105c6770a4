import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { browserAvailable } from "../support/browser.ts";
import { APPROVED } from "./customer.ts";
import { enter, newSession, openPage, openStage, type Scene, type Stage } from "./scene.ts";

const TYPED: Readonly<Record<string, string>> = {
  card_number: APPROVED,
  expiry: "1230",
  cvc: "123",
  card_holder_name: "Ada Şahin",
};
/** More focus stops than any of our pages has. */
const MANY = 60;
const RING_CONTRAST = 3;

describe.runIf(browserAvailable())("the checkout by keyboard", () => {
  let stage: Stage;
  let scene: Scene;
  beforeAll(async () => void (stage = await openStage()));
  afterAll(() => stage.close());
  afterEach(() => scene.customer.leave());

  it.each([
    ["light", 320],
    ["dark", 1_280],
  ] as const)(
    "shows every focus stop, has no focus trap and keeps the order, %s at %i px",
    async (colorScheme, width) => {
      scene = await enter(stage, "tr", { viewport: { width, height: 568 }, colorScheme });
      const page = await openPage(scene, await newSession(scene));
      const stops: Stop[] = [];
      for (let presses = 0; presses < MANY; presses += 1) {
        await page.keyboard.press("Tab");
        const stop = await readFocusStop(page);
        if (stop === undefined || stop.index === stops[0]?.index) break;
        stops.push(stop);
      }

      expect(stops.length).toBeGreaterThan(10);
      expect(stops.length).toBeLessThan(MANY);
      expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([]);
      expect(stops.filter(({ contrast }) => contrast < RING_CONTRAST)).toEqual([]);
      const order = stops.map(({ index }) => index);
      expect(order).toEqual(order.toSorted((one, other) => one - other));
      expect(stops.map(({ name }) => name).join(" ")).toContain(
        `${Object.keys(TYPED).join(" ")} pay`,
      );
    },
  );

  it("pays with keys alone, from the form to the receipt", async () => {
    scene = await enter(stage, "tr");
    const page = await openPage(scene, await newSession(scene));
    await tabTo(page, "card_number");
    for (const text of Object.values(TYPED)) {
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    }
    await tabTo(page, "pay");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/bank\/3ds\//);
    const code = await page.locator(".code").innerText();
    await tabTo(page, "otp");
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
    await page.locator(".panel.good").waitFor();
    await tabTo(page, "stay");
    await page.keyboard.press("Space");
    expect((await readFocusStop(page))?.name).toBe("onward");
  });
});

type Stop = {
  readonly name: string;
  /** Index in the document order. */
  readonly index: number;
  /** Whether no other element covers its middle. */
  readonly isSeen: boolean;
  /** Contrast of the focus ring with its background. */
  readonly contrast: number;
};

async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < MANY; presses += 1) {
    if ((await readFocusStop(page))?.name === name) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no stop is ${name}`);
}

/** The element with the focus, if any. */
function readFocusStop(page: Page): Promise<Stop | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return undefined;
    const box = element.getBoundingClientRect();
    const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const isClear = (colour: string) => channels(colour)[3] === 0;
    const light = (colour: string): number => {
      const parts = channels(colour).slice(0, 3);
      const [red = 0, green = 0, blue = 0] = parts.map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    let behind = element.parentElement;
    const coloured = (one: Element) => getComputedStyle(one).backgroundColor;
    while (behind !== null && isClear(coloured(behind))) behind = behind.parentElement;
    // The label of a radio or checkbox may show the ring around both.
    const ringed = [element, element.closest("label")].find(
      (one) => one !== null && getComputedStyle(one).outlineStyle === "solid",
    );
    const ground = behind === null ? "rgb(255, 255, 255)" : coloured(behind);
    const ring = ringed === null || ringed === undefined ? ground : getComputedStyle(ringed);
    const lights = [light(ground), light(typeof ring === "string" ? ring : ring.outlineColor)];
    const [dark = 0, bright = 0] = lights.toSorted((one, other) => one - other);
    return {
      name: element.id,
      index: [...document.querySelectorAll("*")].indexOf(element),
      isSeen: over !== null && (element.contains(over) || over.contains(element)),
      contrast: (bright + 0.05) / (dark + 0.05),
    };
  });
}
