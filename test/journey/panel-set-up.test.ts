import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemDigest } from "../../src/system/digest.ts";
import { openSetUp } from "../../src/domain/merchant/first-owner.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const HOUR = 60 * 60_000;
const OWNER = { email: "Ayse@Kitapci.example", password: "toprak kokusu 1", lang: "tr" };

describe("the panel's first owner", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  /** Does what a start of the service does. */
  const begin = () => openSetUp({ ...panelUsers(shop).deps, digest: systemDigest });
  const pathOf = (token = ""): string => `/panel/set-up?token=${token}`;

  it("is created by the first form at the address that a start printed, within its hour", async () => {
    const [first, second] = [await begin(), await begin()];
    const visitor = panelVisitor(shop);
    expect((await visitor.get(pathOf(first))).status).toBe(200);
    for (const wrong of ["", "x", `${first}x`, "' or true --"]) {
      expect((await visitor.get(pathOf(encodeURIComponent(wrong)))).status).toBe(404);
    }
    for (const wrong of [
      { email: "nobody" },
      { password: "short" },
      { password: "ayse ayse ayse ayse" },
    ]) {
      const refused = await visitor.post(pathOf(first), { ...OWNER, ...wrong });
      expect([wrong, refused.status]).toEqual([wrong, 422]);
    }
    const many = await Promise.all(
      [first, second, first].map((token) => panelVisitor(shop).post(pathOf(token), OWNER)),
    );
    expect(many.map(({ status }) => status).toSorted()).toEqual([303, 404, 404]);
    expect((await visitor.post(pathOf(second), OWNER)).status).toBe(404);
    expect(await begin()).toBeUndefined();

    const { rows } = await shop.database
      .open({ max: 1 })
      .query<Record<string, unknown>>(
        "select email, role, merchant_id, (select count(*) from panel_set_up) as left from panel_user",
      );
    expect(rows).toEqual([
      { email: "ayse@kitapci.example", role: "owner", merchant_id: null, left: 0n },
    ]);
  });

  it("is signed in at once, and later with the password", async () => {
    await removeUsers(shop);
    const visitor = panelVisitor(shop);
    const made = await visitor.post(pathOf(await begin()), OWNER);
    expect(made.location).toBe(`${shop.url}/panel`);
    const page = await visitor.follow(made);
    expect(page.html).toContain('<html lang="tr"');
    expect(textOf(page.html)).toContain("ayse@kitapci.example");
    const again = panelVisitor(shop);
    const { location } = await again.post("/panel/sign-in", OWNER);
    expect(location).toBe(`${shop.url}/panel`);
  });

  it("cannot be created an hour later, nor from a foreign page", async () => {
    await removeUsers(shop);
    const token = await begin();
    const foreign = await panelVisitor(shop).post(pathOf(token), OWNER, {
      origin: "https://evil.example",
    });
    expect(foreign.status).toBe(403);
    shop.clock.move(HOUR);
    expect((await panelVisitor(shop).get(pathOf(token))).status).toBe(404);
    expect((await panelVisitor(shop).post(pathOf(token), OWNER)).status).toBe(404);
    expect(shop.logLines.join("")).not.toContain(token);
    // The address expired unused, so the next start prints another.
    expect(await begin()).toMatch(/^\w{32}$/);
  });
});

/** Returns the installation to a state without users. */
async function removeUsers(shop: TestService): Promise<void> {
  const pool = shop.database.open({ max: 1 });
  await pool.query("delete from panel_session");
  await pool.query("delete from panel_user");
  await pool.end();
}
