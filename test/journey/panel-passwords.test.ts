import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { disableUnusedUsers, enableUser } from "../../src/domain/merchant/manage-users.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const DAY = 24 * 60 * 60_000;

describe("passwords of the panel", () => {
  let shop: TestService;
  let users: ReturnType<typeof panelUsers>;
  beforeAll(async () => {
    shop = await startTestService();
    users = panelUsers(shop);
  });
  afterAll(() => shop.close());

  const enter = async (): Promise<{ visitor: PanelVisitor; password: string }> => {
    const { merchantId } = shop.merchant.merchant;
    const person = await users.create("support", merchantId);
    const visitor = panelVisitor(shop);
    await visitor.signIn(person);
    return { visitor, password: person.password };
  };

  it.each([
    ["password1234", "common word"],
    ["Galatasaray.34", "common word"],
    ["Şampiyon-Fener7", undefined],
    ["qwertyuiop12", "sequence"],
    ["a123456789012", "sequence"],
    ["onlyletterspassword", "one letter and one digit"],
    ["123456789012", "one letter and one digit"],
    ["kitapçı-vezne-1", "company's name"],
  ])("are refused when they are easy to guess: %s", async (next, message) => {
    const { visitor, password: current } = await enter();
    const answer = await visitor.post("/panel/account/password", { current, next });
    if (message === undefined) return expect(answer.status).toBe(303);
    expect([answer.status, textOf(answer.html)]).toEqual([422, expect.stringContaining(message)]);
  });

  it("can be used again only after four others", async () => {
    const { visitor, password } = await enter();
    const words = ["çay", "simit", "vapur", "martı", "iskele"].map((word) => `${word} ile 1 sabah`);
    let current = password;
    const change = async (next: string): Promise<number> => {
      const answer = await visitor.post("/panel/account/password", { current, next });
      if (answer.status === 303) current = next;
      await visitor.follow(answer);
      return answer.status;
    };
    for (const next of words.slice(0, 4)) expect([next, await change(next)]).toEqual([next, 303]);
    for (const next of words.slice(0, 4)) expect([next, await change(next)]).toEqual([next, 422]);
    expect(await change(words[4] ?? "")).toBe(303);
    expect(await change(words[0] ?? "")).toBe(303);
    const { rows } = await shop.database
      .open({ max: 1 })
      .query<{ count: bigint }>("select count(*) from panel_password group by user_id");
    expect(Math.max(...rows.map(({ count }) => Number(count)))).toBe(4);
  });

  it("stop working after 90 days without a sign-in, until the user is enabled again", async () => {
    const { merchantId } = shop.merchant.merchant;
    const [away, here] = [
      await users.create("owner", merchantId),
      await users.create("owner", merchantId),
    ];
    shop.clock.move(45 * DAY);
    await panelVisitor(shop).signIn(here);
    shop.clock.move(45 * DAY + 1);
    const disabled = await disableUnusedUsers(users.deps);
    expect(disabled.map(({ email }) => email)).toContain(away.user.email);
    expect(disabled.map(({ email }) => email)).not.toContain(here.user.email);
    expect((await panelVisitor(shop).signIn(away)).status).toBe(422);
    const owner = panelVisitor(shop);
    await owner.signIn(here);
    const page = await owner.get(`/panel/${merchantId}/test/users`);
    expect(textOf(page.html)).toContain("Disabled: not used for 90 days");
    await enableUser(users.deps, away.user.userId);
    expect(await disableUnusedUsers(users.deps)).toEqual([]);
    expect((await panelVisitor(shop).signIn(away)).status).toBe(303);
  });
});
