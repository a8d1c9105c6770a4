import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

describe("sign-in at an identity provider", () => {
  const oidc = {
    VEZNE_OIDC_ISSUER: "https://id.example/realm/",
    VEZNE_OIDC_CLIENT_ID: "vezne",
    VEZNE_OIDC_CLIENT_SECRET: "s3cret",
  };

  it("is off by default, and keeps the issuer as its tokens name it", () => {
    expect(readConfig({})).toMatchObject({ identity: undefined, localPasswords: true });
    expect(readConfig({ ...oidc, VEZNE_LOCAL_PASSWORDS: "off" })).toMatchObject({
      localPasswords: false,
      identity: {
        issuer: "https://id.example/realm/",
        clientId: "vezne",
        groupsClaim: "groups",
        requiredGroup: undefined,
      },
    });
    const local = { ...oidc, VEZNE_OIDC_ISSUER: "http://127.0.0.1:8080" };
    expect(readConfig(local).identity?.issuer).toBe("http://127.0.0.1:8080");
  });

  it.each([
    [{ VEZNE_OIDC_ISSUER: "http://id.example" }, "VEZNE_OIDC_ISSUER must be"],
    [{ VEZNE_OIDC_ISSUER: "id.example" }, "VEZNE_OIDC_ISSUER must be"],
    [{ VEZNE_OIDC_ISSUER: "https://id.example?x=1" }, "VEZNE_OIDC_ISSUER must be"],
    [{ VEZNE_OIDC_ISSUER: "" }, "VEZNE_OIDC_ISSUER must be set"],
    [{ VEZNE_OIDC_CLIENT_ID: "" }, "VEZNE_OIDC_CLIENT_ID and"],
    [{ VEZNE_OIDC_CLIENT_SECRET: "" }, "VEZNE_OIDC_CLIENT_ID and"],
  ])("is refused with %j", (change, message) => {
    expect(() => readConfig({ ...oidc, ...change })).toThrow(message);
    expect(() => readConfig({ VEZNE_LOCAL_PASSWORDS: "off" })).toThrow("VEZNE_OIDC_ISSUER");
  });
});
