import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY } from "../../src/kernel/clock.ts";
import { startTestService, type TestService } from "../support/service.ts";

const PATH = "/.well-known/security.txt";

describe("/.well-known/security.txt", () => {
  let shop: TestService;
  let silent: TestService;
  beforeAll(async () => {
    const contact = "guvenlik@pay.example, https://pay.example/security";
    [shop, silent] = await Promise.all([
      startTestService({
        environment: {
          VEZNE_SECURITY_CONTACT: contact,
          VEZNE_PUBLIC_URL: "https://pay.example/checkout",
        },
      }),
      startTestService(),
    ]);
  });
  afterAll(() => Promise.all([shop.close(), silent.close()]));

  it("names the security contact, and an expiry that is always within a year", async () => {
    const lines = async (): Promise<readonly string[]> => {
      const answer = await fetch(shop.url + PATH);
      expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      return (await answer.text()).split("\n");
    };
    const expires = (): string =>
      `Expires: ${new Date(shop.clock.now() + 180 * DAY).toISOString()}`;
    const first = await lines();
    expect(first).toEqual([
      "Contact: mailto:guvenlik@pay.example",
      "Contact: https://pay.example/security",
      expires(),
      "Preferred-Languages: tr, en",
      "Canonical: https://pay.example/.well-known/security.txt",
      "",
    ]);
    shop.clock.move(200 * DAY);
    expect((await lines())[2]).toBe(expires());
  });

  it("does not exist where no contact is configured", async () => {
    expect((await fetch(silent.url + PATH)).status).toBe(404);
  });

  it("accepts no other method", async () => {
    const answer = await fetch(shop.url + PATH, { method: "POST" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});
