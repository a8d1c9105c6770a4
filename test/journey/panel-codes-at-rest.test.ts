// tier: night
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textOfTables } from "../support/database-text.ts";
import { textOf } from "../support/page-visitor.ts";
import {
  codeOf,
  panelUsers,
  panelVisitor,
  type PanelUser,
  type PanelVisitor,
} from "../support/panel-visitor.ts";
import { commandLine } from "../support/running-command.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("the secrets of authenticator apps", () => {
  let shop: TestService;
  let dataDir: string;
  let person: PanelUser;
  let secret = "";
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "vezne-codes-"));
    shop = await startTestService({
      environment: { VEZNE_VAULT_KEY: "", VEZNE_DATA_DIR: dataDir },
    });
    person = await panelUsers(shop).create("owner");
    const visitor = panelVisitor(shop);
    await visitor.signIn(person);
    ({ secret } = await visitor.secure());
  });
  afterAll(async () => {
    await shop.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const kept = async (): Promise<string> => {
    const pool = shop.database.open({ max: 1 });
    const { rows } = await pool.query<{ code_secret: string }>(
      "select code_secret from panel_user where user_id = $1",
      [person.user.userId],
    );
    await pool.end();
    return rows[0]?.code_secret ?? "";
  };
  const keep = async (text: string): Promise<void> => {
    const pool = shop.database.open({ max: 1 });
    await pool.query("update panel_user set code_secret = $2 where user_id = $1", [
      person.user.userId,
      text,
    ]);
    await pool.end();
  };
  /** Signs in with the password and then with the app's code; returns the last page. */
  const enter = async (): Promise<string> => {
    shop.clock.move(60_000);
    const visitor: PanelVisitor = panelVisitor(shop);
    await visitor.signIn(person);
    await visitor.get("/panel/sign-in/code");
    const answer = await visitor.post("/panel/sign-in/code", { code: codeOf(shop, secret) });
    return answer.status === 303 ? "in" : textOf(answer.html);
  };

  it("are not stored in clear, and codes of the app are accepted", async () => {
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const everything = await textOfTables(shop.database.open({ max: 1 }));
    expect(everything).toContain(person.user.userId);
    expect(everything).not.toContain(secret);
    expect(await kept()).toMatch(/^sealed:vk_[0-9a-f]{16}:[\w+/=]+:[\w+/=]+$/);
    expect(await enter()).toBe("in");
  });

  it("are included when the vault key is replaced", async () => {
    const before = await kept();
    const service = { database: shop.database, dataDir, url: shop.url };
    const vezne = commandLine(service);
    const rotated = await vezne("vault", "rotate", "--forget-old-keys", "--json");
    // The merchant's secret is the other record.
    expect(rotated.json).toMatchObject({ rewrapped: 2, unreadable: 0 });
    const now = await kept();
    expect(now.split(":")[1]).toBe(rotated.json["key_id"]);
    // The ciphertext is unchanged; only its data key is wrapped under the new key.
    expect(now.split(":")[3]).toBe(before.split(":")[3]);
    expect(await enter()).toBe("in");
    const { json } = await vezne("vault", "status", "--json");
    expect(json["keys"]).toEqual([
      expect.objectContaining({ key_id: rotated.json["key_id"], cards: 0, second_factors: 1 }),
    ]);
  });

  it("are useless when they are copied to another user or changed in the database", async () => {
    const own = await kept();
    const other = await panelUsers(shop).create("owner", undefined, "other@example.com");
    const visitor = panelVisitor(shop);
    await visitor.signIn(other);
    await visitor.secure();
    const pool = shop.database.open({ max: 1 });
    await pool.query(
      `update panel_user set code_secret =
         (select code_secret from panel_user where user_id = $2) where user_id = $1`,
      [person.user.userId, other.user.userId],
    );
    await pool.end();
    expect(await enter()).toContain("The code is wrong");
    await keep(own.slice(0, -4));
    expect(await enter()).toContain("The code is wrong");
    expect(shop.logLines.join("\n")).toContain("can't be decrypted: it was changed");
    await keep(secret);
    expect(await enter()).toContain("The code is wrong");
    await keep(own);
    expect(await enter()).toBe("in");
  });
});
