import { describe, expect, it } from "vitest";
import { ConfigError } from "./config-error.ts";
import { readConfig } from "./config.ts";

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

  it.each([
    [{}, true],
    [{ HOST: "::1" }, true],
    [{ HOST: "localhost", VEZNE_PUBLIC_URL: "http://shop.localhost:3000" }, true],
    [{ HOST: "0.0.0.0" }, false],
    [{ HOST: "127.example" }, false],
    [{ VEZNE_PUBLIC_URL: "https://pay.example" }, false],
    [{ VEZNE_TRUSTED_PROXIES: "127.0.0.1" }, false],
    [{ VEZNE_ENVIRONMENT: "production" }, false],
  ])("knows whether only this machine reaches the service: %o", (environment, isLocal) => {
    expect(readConfig(environment).isLocal).toBe(isLocal);
  });

  it.each(["0", "-1", "1.5", "on", "OFF!", "1e3", "9999999"])(
    "refuses VEZNE_RATE_LIMIT=%s and names the valid form",
    (value) => {
      expect(() => readConfig({ VEZNE_RATE_LIMIT: value })).toThrow(
        new ConfigError("VEZNE_RATE_LIMIT must be off, or a whole number of requests a second"),
      );
    },
  );

  it.each([
    ["HOST", "300.1.1.1"],
    ["HOST", "http://127.0.0.1"],
    ["HOST", "127.0.0.1:3000"],
    ["VEZNE_LOG_LEVEL", "loud"],
    ["VEZNE_ADMIN_HOST", "300.1.1.1"],
    ["VEZNE_ADMIN_PORT", "0"],
    ["VEZNE_INSTANCE", "two words"],
    ["VEZNE_PUBLIC_URL", "pay.example"],
    ["VEZNE_PUBLIC_URL", "https://pay.example/?shop=7"],
    ["VEZNE_PUBLIC_URL", "https://pay.example/#top"],
    ["VEZNE_PUBLIC_URL", "https://me:s3cret@pay.example"],
    ["VEZNE_BANK_URL", "bank"],
    ["VEZNE_BANK_URL", "ftp://bank.example"],
    ["DATABASE_URL", "localhost/vezne"],
    ["DATABASE_URL", "mysql://me:s3cret@db/vezne"],
    ["DATABASE_REPLICA_URL", "standby"],
    ["DATABASE_URL", "postgres://me:s3cret@db.example/vezne"],
    ["DATABASE_URL", "postgres://me:s3cret@127.0.0.1,db2.example/vezne"],
    ["DATABASE_URL", "postgres://me:s3cret@127.0.0.1/vezne?host=10.0.0.5"],
    ["DATABASE_URL", "postgres://me:s3cret@[2001:db8::1]:5432/vezne?application_name=x"],
    ["DATABASE_URL", "postgres://me:s3cret@db.example/vezne?sslmode="],
    ["DATABASE_REPLICA_URL", "postgres://me:s3cret@standby.example/vezne"],
    ["VEZNE_ENVIRONMENT", "live"],
    ["VEZNE_DEMO_SHOP", "yes"],
    ["VEZNE_WEBHOOK_LOOPBACK", "on"],
    ["VEZNE_FEED_HOSTS", "sftp.bank.example, sftp://10.0.0.7"],
    ["VEZNE_METRICS_TOKEN", "s3cret"],
  ])("refuses %s=%s with its name, and repeats no secret", (name, value) => {
    const read = (): unknown => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} must (be|say) (?!.*s3cret)`));
  });

  it.each([
    ["HOST", "::"],
    ["HOST", "localhost"],
    ["HOST", "my_host-1.example"],
    ["VEZNE_LOG_LEVEL", "silent"],
    ["VEZNE_PUBLIC_URL", "https://pay.example/vezne/"],
    ["VEZNE_BANK_URL", "http://127.0.0.1:4000"],
    ["DATABASE_URL", "postgres://me:s3cret@/vezne?host=%2Ftmp&port=5432"],
    ["DATABASE_URL", "postgresql://me@db.example:5432,db2.example/vezne?sslmode=verify-full"],
    ["DATABASE_URL", "postgres://me:p@ss@10.0.0.5/vezne?sslmode=disable"],
    ["DATABASE_URL", "postgres://me@127.0.0.1:5433/vezne"],
    ["DATABASE_URL", "postgres://me@localhost,[::1]:5432/vezne"],
    ["DATABASE_URL", "postgres://%2Fvar%2Frun%2Fpostgresql/vezne"],
    ["DATABASE_URL", "socket:/var/run/postgresql?db=vezne"],
    ["DATABASE_URL", "/var/run/postgresql vezne"],
  ])("accepts %s=%s", (name, value) => {
    expect(() => readConfig({ [name]: value })).not.toThrow();
  });

  it.each([
    [undefined, []],
    ["10.0.0.1", ["10.0.0.1"]],
    ["10.0.0.0/8, 2001:db8::/48 ,::1", ["10.0.0.0/8", "2001:db8::/48", "::1"]],
    ["0.0.0.0/0", ["0.0.0.0/0"]],
  ])("reads VEZNE_TRUSTED_PROXIES=%s", (value, proxies) => {
    expect(readConfig({ VEZNE_TRUSTED_PROXIES: value }).trustedProxies).toEqual(proxies);
  });

  it.each([
    [undefined, "unsaid"],
    [" none ", "none"],
    ["10.0.0.1", "named"],
  ])("knows what VEZNE_TRUSTED_PROXIES=%s says about forwarding", (value, forwarding) => {
    expect(readConfig({ VEZNE_TRUSTED_PROXIES: value }).forwarding).toBe(forwarding);
    const isSaid = value !== undefined && forwarding === "none";
    expect(readConfig({ VEZNE_TRUSTED_PROXIES: value }).isLocal).toBe(
      isSaid || value === undefined,
    );
  });

  it.each([
    "localhost",
    "10.0.0.0/33",
    "::/129",
    "10.0.0.0/8/8",
    "10.0.0.0/",
    "300.1.1.1",
    "*",
    "none",
  ])("refuses VEZNE_TRUSTED_PROXIES=%s and names it", (value) => {
    expect(() => readConfig({ VEZNE_TRUSTED_PROXIES: `10.0.0.1,${value}` })).toThrow(value);
  });

  it.each([
    [undefined, []],
    ["guvenlik@magaza.example", ["mailto:guvenlik@magaza.example"]],
    [
      "mailto:a@b.example, https://b.example/security",
      ["mailto:a@b.example", "https://b.example/security"],
    ],
  ])("reads VEZNE_SECURITY_CONTACT=%s as %j", (value, contacts) => {
    expect(readConfig({ VEZNE_SECURITY_CONTACT: value }).securityContacts).toEqual(contacts);
  });

  it.each([
    "me",
    "http://b.example",
    "mailto:me",
    "a@b.example\nContact: c@d.example",
    "javascript:1",
  ])("refuses VEZNE_SECURITY_CONTACT=%j", (value) => {
    expect(() => readConfig({ VEZNE_SECURITY_CONTACT: value })).toThrow(ConfigError);
  });

  it.each(["0", "-1", "3651", "1.5", "a year"])("refuses VEZNE_KEY_PERIOD_DAYS=%s", (value) => {
    expect(() => readConfig({ VEZNE_KEY_PERIOD_DAYS: value })).toThrow(
      "VEZNE_KEY_PERIOD_DAYS must be a whole number from 1 to 3650",
    );
  });

  it.each(["/data/key", "/data/a/../key", "/data", "/data/sub/.key"])(
    "refuses a vault key file in the data directory: %s",
    (file) => {
      const environment = { VEZNE_DATA_DIR: "/data", VEZNE_VAULT_KEY_FILE: file };
      expect(() => readConfig(environment)).toThrow("must lie outside /data");
    },
  );

  it.each(["/data2/key", "/dat/key", "/data/../key", "/..data/key"])(
    "accepts a vault key file elsewhere: %s",
    (file) => {
      const environment = { VEZNE_DATA_DIR: "/data", VEZNE_VAULT_KEY_FILE: file };
      expect(readConfig(environment).vault.file).toBeDefined();
    },
  );
});

describe("the outward settings", () => {
  const parts = (environment: Readonly<Record<string, string>>) => {
    const config = readConfig(environment);
    const { demoShop, webhookLoopback, metrics, testBank, docs, mayServeLive } = config;
    return { demoShop, webhookLoopback, metrics, testBank, docs, mayServeLive };
  };
  const ALL = {
    demoShop: true,
    webhookLoopback: true,
    metrics: "open",
    testBank: true,
    docs: true,
    mayServeLive: true,
  };
  const GUARDED = {
    ...ALL,
    demoShop: false,
    docs: false,
    metrics: "off",
    webhookLoopback: false,
  };

  it("open everything if only this machine reaches the service", () => {
    expect(parts({})).toEqual(ALL);
    expect(parts({ HOST: "::1", VEZNE_PUBLIC_URL: "http://localhost:8080/pay" })).toEqual(ALL);
  });

  it.each<Record<string, string>>([
    { HOST: "0.0.0.0" },
    { HOST: "192.168.1.7" },
    { VEZNE_PUBLIC_URL: "http://pay.example" },
    { VEZNE_TRUSTED_PROXIES: "127.0.0.1" },
  ])("allow a sandbox without live mode over plain http with %o", (environment) => {
    expect(parts(environment)).toEqual({ ...ALL, webhookLoopback: false, mayServeLive: false });
  });

  it.each<Record<string, string>>([
    { HOST: "0.0.0.0", VEZNE_PUBLIC_URL: "https://pay.example" },
    { VEZNE_PUBLIC_URL: "https://pay.example" },
  ])("allow live mode with %o", (environment) => {
    expect(parts(environment)).toEqual(GUARDED);
  });

  it("leave the test bank out of production", () => {
    const production = { VEZNE_ENVIRONMENT: "production" };
    expect(parts(production)).toEqual({ ...GUARDED, testBank: false });
    const wished = { ...production, VEZNE_SIMULATED_BANK: "on" };
    expect(parts(wished)).toEqual(GUARDED);
  });

  it("have metrics without a token at a port of their own", () => {
    const environment = { VEZNE_ENVIRONMENT: "production", VEZNE_ADMIN_PORT: "9464" };
    expect(readConfig(environment)).toMatchObject({
      metrics: "open",
      admin: { host: "127.0.0.1", port: 9464, url: "http://127.0.0.1:9464" },
    });
    expect(readConfig({ ...environment, VEZNE_ADMIN_HOST: "0.0.0.0" }).admin).toEqual({
      host: "0.0.0.0",
      port: 9464,
      url: "http://127.0.0.1:9464",
    });
    expect(readConfig({}).admin).toBeUndefined();
    expect(() => readConfig({ VEZNE_ADMIN_PORT: "3000" })).toThrow(
      new ConfigError("VEZNE_ADMIN_PORT must be another port than PORT"),
    );
  });

  it("follow the environment", () => {
    const token = "a token of some length";
    expect(() => readConfig({ VEZNE_METRICS_TOKEN: token })).toThrow(ConfigError);
    const config = readConfig({
      VEZNE_ENVIRONMENT: "production",
      VEZNE_DEMO_SHOP: "on",
      VEZNE_SIMULATED_BANK: "off",
      VEZNE_DOCS: "on",
      VEZNE_METRICS_TOKEN: token.replaceAll(" ", "-"),
      VEZNE_WEBHOOK_LOOPBACK: "true",
    });
    expect(config).toMatchObject({
      demoShop: true,
      testBank: false,
      docs: true,
      webhookLoopback: true,
    });
    expect(typeof config.metrics === "object" && config.metrics.reveal()).toContain("some-length");
    expect(readConfig({ VEZNE_METRICS: "off" }).metrics).toBe("off");
  });

  it("are refused if production would be open or without https", () => {
    const production = { VEZNE_ENVIRONMENT: "production" };
    const outside = { ...production, VEZNE_PUBLIC_URL: "http://pay.example" };
    expect(() => readConfig(outside)).toThrow(/^VEZNE_PUBLIC_URL must be the https address/);
    expect(() => readConfig({ ...production, HOST: "0.0.0.0" })).toThrow(ConfigError);
    expect(() => readConfig({ ...production, VEZNE_METRICS: "on" })).toThrow(
      /^VEZNE_METRICS_TOKEN must be set/,
    );
  });
});
