import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { instant, MINUTE, SECOND } from "../../kernel/clock.ts";
import { Secret } from "../../kernel/secret.ts";
import { OpenIdProvider } from "./open-id-provider.ts";

const QUESTION = { state: "s", nonce: "n", verifier: new Secret("v") };

describe("the metadata of an identity provider", () => {
  let server: Server;
  let issuer = "";
  let calls = 0;
  let isUp = true;
  let now = 1_800_000_000_000;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      calls += 1;
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      };
      response.statusCode = isUp ? 200 : 503;
      response.end(JSON.stringify(isUp ? metadata : {}));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((done) => server.close(done)));

  const newProvider = (): OpenIdProvider =>
    new OpenIdProvider({
      settings: {
        issuer,
        clientId: "vezne",
        clientSecret: new Secret("secret"),
        groupsClaim: "groups",
      },
      redirectUri: "https://pay.example/return",
      clock: { now: () => instant(now) },
    });
  /** How many of some simultaneous visitors are led to the provider, and the calls that it got. */
  const visits = async (provider: OpenIdProvider, visitors: number) => {
    const before = calls;
    const asked = await Promise.all(
      Array.from({ length: visitors }, () => provider.askAt(QUESTION)),
    );
    return { led: asked.filter(({ ok }) => ok).length, calls: calls - before };
  };

  it("are asked for once for all visitors who wait, also where the provider fails", async () => {
    const provider = newProvider();
    isUp = false;
    expect(await visits(provider, 100)).toEqual({ led: 0, calls: 1 });
    now += 19 * SECOND;
    expect(await visits(provider, 100)).toEqual({ led: 0, calls: 0 });
    now += SECOND;
    isUp = true;
    expect(await visits(provider, 100)).toEqual({ led: 100, calls: 1 });
    expect(await visits(provider, 100)).toEqual({ led: 100, calls: 0 });
  });

  it("serve on while newer ones are asked for in vain", async () => {
    const provider = newProvider();
    await visits(provider, 1);
    isUp = false;
    now += 11 * MINUTE;
    const { led, calls: asked } = await visits(provider, 50);
    expect(led).toBe(50);
    expect(asked).toBeLessThan(2);
    isUp = true;
  });
});
