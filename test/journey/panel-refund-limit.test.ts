import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paidOrder } from "../support/merchant-calls.ts";
import { atInstallation } from "../support/installation.ts";
import { hiddenFields, textOf } from "../support/page-visitor.ts";
import {
  codeOf,
  panelUsers,
  panelVisitor,
  type PanelUser,
  type PanelVisitor,
} from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const DAY = 24 * 60 * 60_000;

/** A single user cannot raise the limit, refund and lower it again before others notice. */
describe("the limit of refunds without approval", () => {
  let shop: TestService;
  let base = "";
  beforeAll(async () => {
    shop = await startTestService();
    base = `/panel/${shop.merchant.merchant.merchantId}/test`;
  });
  afterAll(() => shop.close());

  type Person = PanelUser & { readonly secret: string; readonly visitor: PanelVisitor };
  const enter = async (role: "owner" | "finance", email: string): Promise<Person> => {
    const { merchantId } = shop.merchant.merchant;
    const person = await panelUsers(shop).create(role, merchantId, email);
    const visitor = panelVisitor(shop);
    await visitor.signIn(person);
    const { secret } = await visitor.secure();
    await visitor.get(`${base}/approvals`);
    return { ...person, secret, visitor };
  };
  /** Signs in with password and code, after the earlier session has ended. */
  const comesBack = async (person: Person): Promise<Person> => {
    const visitor = panelVisitor(shop);
    await visitor.signIn(person);
    await visitor.post("/panel/sign-in/code", { code: codeOf(shop, person.secret) });
    await visitor.get(`${base}/approvals`);
    return { ...person, visitor };
  };
  const act = async ({ visitor, password }: Person, path: string, fields = {}): Promise<string> => {
    const answer = await visitor.post(`${base}/approvals/${path}`, { ...fields, password });
    return textOf((await visitor.follow(answer)).html);
  };
  /** Clicks a button of the request for a higher limit, on the page that the person sees now. */
  const decide = async (person: Person, action: "confirm" | "cancel"): Promise<string> => {
    const raise = await raiseSeen(person);
    return act(person, `limit/${action}`, { raise });
  };
  const raiseSeen = async ({ visitor }: Person): Promise<string> => {
    const { html } = await visitor.get(`${base}/approvals`);
    return /name="raise" value="([^"]*)"/.exec(html)?.[1] ?? "";
  };
  const setLimit = (person: Person, limit: string) => act(person, "limit", { limit });
  /** The result of a refund of 60,00 in the panel. */
  const refund = async ({ visitor }: Person): Promise<string> => {
    const { order } = await paidOrder(shop.api, { fields: { amount: 10_000 } });
    const path = `${base}/payments/${order}/refund`;
    const formOf = (html: string) => hiddenFields(html.replace(/^.*<main/s, ""));
    const form = await visitor.get(path);
    const wish = { ...formOf(form.html), kind: "part", amount: "60", reason: "Kırık" };
    const review = await visitor.post(path, wish);
    return textOf((await visitor.follow(await visitor.post(path, formOf(review.html)))).html);
  };
  const limitNow = async (): Promise<unknown> => {
    const { rows } = await shop.database
      .open({ max: 1 })
      .query<{ above: unknown }>(
        "select settings -> 'refundApprovalAbove' as above from merchant where merchant_id = $1",
        [shop.merchant.merchant.merchantId],
      );
    return rows[0]?.above;
  };

  it("falls at once, and rises only after a day in which others see the request", async () => {
    const finance = await enter("finance", "finance@example.com");
    const owner = await enter("owner", "alone@example.com");
    expect(await setLimit(owner, "50")).toContain("The limit was saved");
    expect(await setLimit(owner, "")).toContain("is in force in 24 hours");
    expect(await refund(owner)).toContain("sent for approval");
    const overview = textOf((await finance.visitor.get(base)).html);
    expect(overview).toContain("alone@example.com asked for a higher limit of refunds");
    expect(await decide(owner, "confirm")).toContain("Another owner has to confirm this");

    expect(await decide(finance, "cancel")).toContain("The higher limit was cancelled");
    expect(await limitNow()).toBe(5_000);

    await setLimit(owner, "100");
    shop.clock.move(DAY - 1_000);
    const back = await comesBack(owner);
    expect(await refund(back)).toContain("sent for approval");
    shop.clock.move(1_000);
    expect(await refund(back)).toContain("was refunded");
    expect(textOf((await back.visitor.get(base)).html)).not.toContain("asked for a higher limit");
  });

  it("rises at once where another owner confirms it", async () => {
    const second = await enter("owner", "second@example.com");
    expect(await setLimit(second, "50")).toContain("The limit was saved");
    shop.clock.move(DAY + 1_000);
    const first = await enter("owner", "first@example.com");
    expect(await setLimit(first, "70")).toContain("is in force in 24 hours");
    expect(await decide(await comesBack(second), "confirm")).toContain("The limit was saved");
    expect(await limitNow()).toBe(7_000);
    const { rows } = await shop.database
      .open({ max: 1 })
      .query("select actor, after from panel_audit where action = 'settings.changed'");
    expect(rows).toContainEqual({
      actor: "second@example.com",
      after: { refundApprovalAbove: 7_000, refundLimitRaise: null },
    });
  });

  it("rises only to the limit that the confirming owner has seen", async () => {
    const second = await enter("owner", "careful@example.com");
    await setLimit(second, "50");
    shop.clock.move(DAY + 1_000);
    const first = await enter("owner", "hasty@example.com");
    await setLimit(first, "60");
    const back = await comesBack(second);
    const raise = await raiseSeen(back);
    expect(raise).toContain("6000 ");
    await setLimit(first, "");
    const changed = "The limit changed while you looked at it, and nothing was saved";
    for (const action of ["confirm", "cancel"]) {
      expect(await act(back, `limit/${action}`, { raise })).toContain(changed);
      expect(await act(back, `limit/${action}`)).toContain(changed);
    }
    expect(await limitNow()).toBe(5_000);
    expect(await decide(back, "confirm")).toContain("The limit was saved");
    expect(await limitNow()).toBe(null);
  });

  it("is saved only over the limit that a person or program has read", async () => {
    const owner = await enter("owner", "racing@example.com");
    await setLimit(owner, "50");
    const { merchantId } = shop.merchant.merchant;
    const limits = { refundApprovalAbove: 5_000, refundLimitRaise: null };
    await atInstallation(shop, async ({ merchants }) => {
      const lower = { refundApprovalAbove: 4_000, refundLimitRaise: null };
      expect(await merchants.changeSeenLimits(merchantId, limits, lower)).toBe(true);
      expect(await merchants.changeSeenLimits(merchantId, limits, lower)).toBe(false);
      const higher = { refundApprovalAbove: null, refundLimitRaise: null };
      expect(await merchants.changeSeenLimits(merchantId, higher, limits)).toBe(false);
    });
    expect(await limitNow()).toBe(4_000);
  });
});
