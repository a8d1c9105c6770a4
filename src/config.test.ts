import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

describe("the configuration", () => {
  it.each([
    [undefined, 1_000],
    ["", 1_000],
    ["off", undefined],
    ["1", 1],
    [" 250 ", 250],
  ])("reads VEZNE_RATE_LIMIT=%s as %s requests a second", (value, limit) => {
    expect(readConfig({ VEZNE_RATE_LIMIT: value }).rateLimit).toBe(limit);
  });

  it.each(["0", "-1", "1.5", "on", "OFF!", "1e3", "9999999"])(
    "refuses VEZNE_RATE_LIMIT=%s and says what would be right",
    (value) => {
      expect(() => readConfig({ VEZNE_RATE_LIMIT: value })).toThrow(
        new ConfigError("VEZNE_RATE_LIMIT must be off, or a whole number of requests a second"),
      );
    },
  );

  it.each([
    [undefined, []],
    ["10.0.0.1", ["10.0.0.1"]],
    ["10.0.0.0/8, 2001:db8::/48 ,::1", ["10.0.0.0/8", "2001:db8::/48", "::1"]],
    ["0.0.0.0/0", ["0.0.0.0/0"]],
  ])("reads VEZNE_TRUSTED_PROXIES=%s", (value, proxies) => {
    expect(readConfig({ VEZNE_TRUSTED_PROXIES: value }).trustedProxies).toEqual(proxies);
  });

  it.each(["localhost", "10.0.0.0/33", "::/129", "10.0.0.0/8/8", "10.0.0.0/", "300.1.1.1", "*"])(
    "refuses VEZNE_TRUSTED_PROXIES=%s and names it",
    (value) => {
      expect(() => readConfig({ VEZNE_TRUSTED_PROXIES: `10.0.0.1,${value}` })).toThrow(value);
    },
  );
});
