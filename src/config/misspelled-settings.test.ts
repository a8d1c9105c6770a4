import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { misspelledSettings, SETTINGS } from "./misspelled-settings.ts";

it.each([
  ["VEZNE_ENVIROMENT", "VEZNE_ENVIRONMENT"],
  ["VEZNE_DATADIR", "VEZNE_DATA_DIR"],
  ["VEZNE_TRUSTED_PROXY", "VEZNE_TRUSTED_PROXIES"],
  ["VEZNE_DOC", "VEZNE_DOCS"],
  ["vezne_public_url", "VEZNE_PUBLIC_URL"],
  ["VEZNE_VAULT_KEYFILE", "VEZNE_VAULT_KEY_FILE"],
  ["VEZNE_METRICS_TOKENFILE", "VEZNE_METRICS_TOKEN_FILE"],
])("takes %s for a misspelled %s", (name, meant) => {
  expect(misspelledSettings({ [name]: "x" })).toEqual([{ name, meant }]);
});

it.each([
  "VEZNE_DATA_DIR",
  "VEZNE_VAULT_KEY_PART_3_FILE",
  "VEZNE_METRICS_TOKEN_FILE",
  "VEZNE_PORT",
  "VEZNE_SERVICE_HOST",
  "VEZNE_PORT_3000_TCP_ADDR",
  "VEZNE_KEY",
  "VEZNE_FULL",
  "VEZNE_POSTGRES_URL",
  "VEZNE_IMAGE",
  "DATABASE_UR",
])("lets %s pass", (name) => {
  expect(misspelledSettings({ [name]: "x" })).toEqual([]);
});

it("knows every setting that the configuration reads", () => {
  const sources = readdirSync(import.meta.dirname).filter((name) => !name.endsWith(".test.ts"));
  const names = sources.flatMap((source) => {
    const text = readFileSync(join(import.meta.dirname, source), "utf8");
    return [...text.matchAll(/"(VEZNE_[A-Z_]*[A-Z])"/g)].flatMap(([, name]) => name ?? []);
  });
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !SETTINGS.has(name))).toEqual([]);
});
