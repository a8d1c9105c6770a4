import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ConfigError } from "./config-error.ts";
import { readConfig, readSetting } from "./config.ts";

const folder = mkdtempSync(join(tmpdir(), "vezne-secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(content: string): string {
  const path = join(folder, "secret");
  writeFileSync(path, content);
  return path;
}

describe("a secret in a file", () => {
  it("is read without the end of its line", () => {
    const url = "postgres://me:s3cret@127.0.0.1/vezne";
    const path = fileOf(`${url}\n`);
    const { databaseUrl, databaseReplicaUrl } = readConfig({
      DATABASE_URL_FILE: path,
      DATABASE_REPLICA_URL_FILE: path,
    });
    expect([databaseUrl, databaseReplicaUrl]).toEqual([url, url]);
    const token = fileOf("a-token-of-the-monitoring");
    const { metrics } = readConfig({ VEZNE_METRICS_TOKEN_FILE: token });
    expect(typeof metrics === "object" && metrics.reveal()).toBe("a-token-of-the-monitoring");
    const part = fileOf("part-of-a-key");
    expect(readConfig({ VEZNE_VAULT_KEY_PART_3_FILE: part }).vault.parts[0]?.reveal()).toBe(
      "part-of-a-key",
    );
    expect(readSetting({ VEZNE_API_KEY_FILE: part }, "VEZNE_API_KEY")).toBe("part-of-a-key");
  });

  it("counts as unset where the variable is empty", () => {
    expect(readConfig({ DATABASE_URL_FILE: " " }).databaseUrl).toBeUndefined();
  });

  it("is refused beside the setting itself", () => {
    const both = { VEZNE_METRICS_TOKEN: "s3cret", VEZNE_METRICS_TOKEN_FILE: fileOf("s3cret") };
    expect(() => readConfig(both)).toThrow(
      new ConfigError(
        "VEZNE_METRICS_TOKEN and VEZNE_METRICS_TOKEN_FILE are both set; remove one of them",
      ),
    );
  });

  it("is refused by the name of its setting if it can't be read or is empty", () => {
    const missing = join(folder, "missing");
    expect(() => readConfig({ DATABASE_URL_FILE: missing })).toThrow(
      new ConfigError(
        `DATABASE_URL_FILE must name a file that this process may read; ${missing}: ENOENT`,
      ),
    );
    const empty = fileOf("\n");
    expect(() => readConfig({ DATABASE_URL_FILE: empty })).toThrow(
      new ConfigError(`DATABASE_URL_FILE must name a file with a value; ${empty} is empty`),
    );
  });

  it("is judged like the setting itself, without being repeated", () => {
    const read = () => readConfig({ DATABASE_URL_FILE: fileOf("mysql://me:s3cret@db/vezne") });
    expect(read).toThrow(/^DATABASE_URL must be (?!.*s3cret)/);
  });
});
