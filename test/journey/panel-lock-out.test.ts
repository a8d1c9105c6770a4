import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textOf } from "../support/page-visitor.ts";
import { codeOf, panelUsers, panelVisitor, type PanelUser } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const MINUTE = 60_000;

/** Ten attempts, then none for half an hour (PCI DSS 8.3.4), and the owner is not locked out. */
describe("password guessing at the panel's sign-in", () => {
  let shop: TestService;
  let users: ReturnType<typeof panelUsers>;
  beforeAll(async () => {
    shop = await startTestService({ environment: { VEZNE_TRUSTED_PROXIES: "127.0.0.1" } });
    users = panelUsers(shop);
  });
  afterAll(() => shop.close());

  const newOwner = () => users.create("owner", shop.merchant.merchant.merchantId);
  const guess = (email: string, visitor = panelVisitor(shop)) =>
    visitor.post("/panel/sign-in", { email, password: "no" });
  /** A new network for each test, so that the attempts of one do not count in the next. */
  const rest = () => shop.clock.move(61 * MINUTE);

  it("is stopped after ten simultaneous attempts, for known and unknown accounts alike", async () => {
    const person = await newOwner();
    for (const email of [person.user.email, "ghost@example.com"]) {
      const many = await Promise.all(Array.from({ length: 16 }, () => guess(email)));
      const statuses = many.map(({ status }) => status);
      expect(statuses.filter((status) => status === 422)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(6);
      const next = await guess(email);
      expect([next.status, next.headers.get("retry-after")]).toEqual([429, String(30 * 60)]);
      expect(textOf(next.html)).toContain("30 dakika sonra");
    }
    shop.clock.move(30 * MINUTE - 1_000);
    expect((await panelVisitor(shop).signIn(person)).status).toBe(429);
    shop.clock.move(1_000);
    expect((await panelVisitor(shop).signIn(person)).status).toBe(303);
    rest();
  });

  it("does not lock out a browser in which the owner has signed in before", async () => {
    const person = await newOwner();
    const known = panelVisitor(shop);
    await known.signIn(person);
    await known.post("/panel/sign-out");
    for (let tries = 0; tries < 12; tries += 1) await guess(person.user.email);
    expect((await panelVisitor(shop).signIn(person)).status).toBe(429);
    expect((await known.signIn(person)).status).toBe(303);
    rest();
  });

  it("locks the account for the network that guesses, until a hundred come from many", async () => {
    const person = await newOwner();
    const from = (network: string, password: string) =>
      panelVisitor(shop).post(
        "/panel/sign-in",
        { email: person.user.email, password },
        { "x-forwarded-for": network },
      );
    const guesses = async (network: string): Promise<readonly number[]> => {
      const statuses: number[] = [];
      for (let tries = 0; tries < 12; tries += 1) statuses.push((await from(network, "no")).status);
      return statuses;
    };
    expect(await guesses("203.0.113.1")).toEqual([...Array<number>(10).fill(422), 429, 429]);
    expect((await from("203.0.113.1", person.password)).status).toBe(429);
    // A new browser of the owner, in a network that has not guessed.
    expect((await from("198.51.100.7", person.password)).status).toBe(303);
    expect(await guesses("2001:db8:1::5")).toContain(429);
    expect((await from("2001:db8:1::6", person.password)).status).toBe(429);
    expect((await from("2001:db8:1:1::6", person.password)).status).toBe(303);
    for (let network = 2; network < 12; network += 1) await guesses(`203.0.113.${network}`);
    expect((await from("198.51.100.8", person.password)).status).toBe(429);
    rest();
  });

  it("is counted separately for a known browser, whose cookie is valid for its account only", async () => {
    const [person, other] = [await newOwner(), await newOwner()];
    const known = panelVisitor(shop);
    await known.signIn(person);
    await known.post("/panel/sign-out");
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1) {
      statuses.push((await guess(person.user.email, known)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    // Unknown browsers have the account's own attempts left.
    expect((await panelVisitor(shop).signIn(person)).status).toBe(303);
    for (let tries = 0; tries < 10; tries += 1) await guess(other.user.email);
    expect((await known.signIn(other)).status).toBe(429);
    rest();
  });

  it("is limited in the same way for codes of the second factor", async () => {
    const person: PanelUser = await newOwner();
    const owner = panelVisitor(shop);
    await owner.signIn(person);
    const { secret } = await owner.secure();
    await owner.post("/panel/sign-out");
    shop.clock.move(MINUTE);
    const thief = panelVisitor(shop);
    await thief.signIn(person);
    const many = await Promise.all(
      Array.from({ length: 14 }, () => thief.post("/panel/sign-in/code", { code: "000000" })),
    );
    expect(many.filter(({ status }) => status === 422)).toHaveLength(10);
    const refused = many.find(({ status }) => status === 429);
    expect(refused?.headers.get("retry-after")).toBe(String(30 * 60));

    await owner.signIn(person);
    const code = codeOf(shop, secret);
    expect((await owner.post("/panel/sign-in/code", { code })).status).toBe(303);
    rest();
  });

  it("locks a network that tries many accounts, and no name or address is stored", async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 51; tries += 1) {
      statuses.push((await guess(`spray${tries}@example.com`)).status);
    }
    expect(statuses.filter((status) => status === 422)).toHaveLength(50);
    expect(statuses.at(-1)).toBe(429);
    const { rows } = await shop.database.open({ max: 1 }).query("select * from sign_in_tries");
    expect(JSON.stringify(rows)).not.toMatch(/spray|127\.0\.0\.1/);
  });
});
