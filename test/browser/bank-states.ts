import type { Page } from "playwright-core";
import { MINUTE } from "../../src/kernel/clock.ts";
import { actionOf, hiddenFields } from "../support/page-visitor.ts";
import { submit, readPage } from "../support/bank-customer.ts";
import { APPROVED } from "./customer.ts";
import { newSession, type Scene, type State } from "./scene.ts";

/** Our hand-off page to the bank; its script is blocked, so that the page stays. */
async function handOff(
  scene: Scene,
  method?: string,
  fields: Record<string, string> = {},
): Promise<Page> {
  const { visitor, page, language } = scene;
  const session = await newSession(scene);
  const sent = { lang: language, ...fields };
  const answer =
    method === undefined
      ? await visitor.payByCard(session, APPROVED, sent)
      : await visitor.payElsewhere(session, method, sent);
  await page.route("**/*.js", (route) => route.abort());
  await page.goto(answer.location);
  return page;
}

async function atBank(
  scene: Scene,
  method?: string,
  fields: Record<string, string> = {},
): Promise<Page> {
  const page = await handOff(scene, method, fields);
  await page.locator("main form button").first().click();
  await page.waitForURL(/\/bank\/(3ds|pay)\//);
  return page;
}

const WALLET = { wallet_id: "tosla" };
const CREDIT = { bank_code: "0062", installment_count: "6" };

export const BANK_STATES: readonly State[] = [
  { name: "hand-off", reach: (scene) => handOff(scene) },
  { name: "hand-off-papel", reach: (scene) => handOff(scene, "papel") },
  { name: "bank", reach: (scene) => atBank(scene) },
  {
    name: "bank-wrong-code",
    async reach(scene) {
      const page = await atBank(scene);
      await page.locator("input[name=otp]").fill("000");
      await page.locator("button[value=approve]").click();
      await page.getByRole("alert").waitFor();
      return page;
    },
  },
  {
    name: "bank-expired",
    async reach(scene) {
      const page = await atBank(scene);
      scene.shop.clock.move(20 * MINUTE);
      await page.reload();
      await page.locator("button[value=cancel]").waitFor();
      return page;
    },
  },
  {
    name: "bank-unknown",
    async reach(scene) {
      const page = await atBank(scene);
      await page.goto(page.url().replace(/3ds\/.*$/, `3ds/nobody?lang=${scene.language}`));
      return page;
    },
  },
  { name: "bank-wallet", reach: (scene) => atBank(scene, "wallet", WALLET) },
  { name: "bank-credit", reach: (scene) => atBank(scene, "shopping_credit", CREDIT) },
  { name: "bank-papel", reach: (scene) => atBank(scene, "papel") },
  {
    name: "forged-return",
    async reach(scene) {
      const { visitor, page, language } = scene;
      const session = await newSession(scene);
      const sent = await visitor.payByCard(session, APPROVED);
      const ours = await visitor.get(sent.location);
      const body = new URLSearchParams(hiddenFields(ours.html));
      const bank = await readPage(await fetch(actionOf(ours.html), { method: "POST", body }));
      const back = new URL((await submit(bank, "decline")).headers.get("location") ?? "");
      back.searchParams.set("md_status", "1");
      back.searchParams.set("lang", language);
      await page.goto(back.href);
      return page;
    },
  },
];
