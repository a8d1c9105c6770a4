import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resetPassword } from "../../src/domain/merchant/manage-users.ts";
import { codeOf, panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const PAGE = "/panel/account/second-factor";

describe("the secret of a second factor that is being set up", () => {
  let shop: TestService;
  let users: ReturnType<typeof panelUsers>;
  beforeAll(async () => {
    shop = await startTestService();
    users = panelUsers(shop);
  });
  afterAll(() => shop.close());

  const newOwner = () => users.create("owner", shop.merchant.merchant.merchantId);
  const secretOf = async (visitor: PanelVisitor): Promise<string> => {
    const { html } = await visitor.get(PAGE);
    return (/id="secret">([^<]*)</.exec(html)?.[1] ?? "").replaceAll(" ", "");
  };
  const stored = async (userId: string): Promise<string | null | undefined> => {
    const pool = shop.database.open({ max: 1 });
    const { rows } = await pool.query<{ code_secret: string | null }>(
      "select code_secret from panel_user where user_id = $1",
      [userId],
    );
    await pool.end();
    return rows[0]?.code_secret;
  };

  it("is another one after a password reset, so that no earlier visitor knows it", async () => {
    const person = await newOwner();
    const thief = panelVisitor(shop);
    await thief.signIn(person);
    const seen = await secretOf(thief);
    const password = await resetPassword(users.deps, person.user.userId);
    const owner = panelVisitor(shop);
    await owner.signIn({ ...person, password });
    const own = await secretOf(owner);
    expect([seen, own]).toEqual([
      expect.stringMatching(/^[A-Z2-7]{32}$/),
      expect.stringMatching(/^[A-Z2-7]{32}$/),
    ]);
    expect(own).not.toBe(seen);
  });

  it("is a session's own: a code of another session's secret activates nothing", async () => {
    const person = await newOwner();
    const [one, other] = [panelVisitor(shop), panelVisitor(shop)];
    await one.signIn(person);
    await other.signIn(person);
    const [first, second] = [await secretOf(one), await secretOf(other)];
    expect(first).not.toBe(second);
    expect(await secretOf(one)).toBe(first);
    const proof = { password: person.password };
    const wrong = await one.post(PAGE, { ...proof, code: codeOf(shop, second) });
    expect(wrong.status).toBe(422);
    expect((await one.post(PAGE, { ...proof, code: codeOf(shop, first) })).status).toBe(200);
  });

  it("is stored when a code has confirmed it, and not before", async () => {
    const person = await newOwner();
    const visitor = panelVisitor(shop);
    await visitor.signIn(person);
    const secret = await secretOf(visitor);
    expect(await stored(person.user.userId)).toBeNull();
    await visitor.post(PAGE, { password: person.password, code: codeOf(shop, secret) });
    expect(await stored(person.user.userId)).toMatch(/^sealed:/);
  });
});
