// tier: night
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkSigners } from "../../src/cli/doctor/check-signers.ts";
import { rollMerchantSecret } from "../../src/domain/merchant/merchant-secret.ts";
import { DAY, SECOND } from "../../src/kernel/clock.ts";
import { verifyRedirect } from "../../src/client/verify-redirect.ts";
import { query } from "../support/merchant-calls.ts";
import { textOfTables } from "../support/database-text.ts";
import { createVisitor, hrefsOf } from "../support/page-visitor.ts";
import { commandLine } from "../support/running-command.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { startReceiver, verify, type Receiver } from "../support/webhook-receiver.ts";

describe("the secrets that sign webhooks and redirects", () => {
  let shop: TestService;
  let dataDir: string;
  let receiver: Receiver;
  let own = "";
  let replaced = "";
  let merchants = "";
  let endpoint = "";
  const environment = () => ({
    VEZNE_VAULT_KEY: "",
    VEZNE_DATA_DIR: dataDir,
    VEZNE_WEBHOOK_LOOPBACK: "true",
  });
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "vezne-signing-"));
    receiver = await startReceiver();
    shop = await startTestService({ environment: environment() });
    replaced = shop.merchant.merchant.webhookSecret;
    const made = await shop.api.send("POST", "/api/v1/webhook-endpoints", {
      body: JSON.stringify({ url: receiver.url }),
      headers: {
        authorization: `Bearer ${shop.merchant.testApiKey}`,
        "content-type": "application/json",
        "idempotency-key": "endpoint",
      },
    });
    endpoint = String(made.body["endpoint_id"]);
    own = String(made.body["secret"]);
    const { deps } = shop.service;
    const { merchantId } = shop.merchant.merchant;
    const rolled = await rollMerchantSecret(deps, { merchantId, overlapMs: DAY });
    merchants = rolled.ok ? rolled.value.secret : "";
  });
  afterAll(async () => {
    await shop.close();
    await receiver.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const stored = async (): Promise<readonly string[]> => {
    const [row] = await query(
      shop,
      `select coalesce(sealed_secret, webhook_secret) as newest,
         coalesce(sealed_replaced_secret, replaced_secret) as replaced,
         coalesce(secrets -> 0 ->> 'sealed', secrets -> 0 ->> 'secret') as own,
         coalesce(webhook_secret, replaced_secret, secrets -> 0 ->> 'secret') as clear
       from merchant join webhook_endpoint using (merchant_id)`,
    );
    const texts = ["newest", "replaced", "own"].map((name) => String(row?.[name]));
    // A process of an earlier release reads the columns of clear texts only.
    expect(row?.["clear"]).toBe(texts[0]?.startsWith("sealed:") === true ? null : texts[0]);
    return texts;
  };
  /** Pays and returns: the replaced secret signs the redirect, the own one the webhook. */
  const sign = async (): Promise<void> => {
    shop.clock.move(2 * SECOND);
    receiver.received.length = 0;
    const session = await shop.api.session();
    await shop.api.pay(session, "5528790000000008");
    const { html } = await createVisitor(shop.url).get(`/checkout?session=${session}`);
    const address = hrefsOf(html).find((href) => href.includes("&signature=")) ?? "";
    expect(await verifyRedirect(address, replaced)).toMatchObject({ status: "success" });
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThan(0);
    const [sent] = receiver.received;
    if (sent !== undefined) expect(verify(own, sent)).toEqual(sent.json);
  };

  it("are in no table in clear, and sign", async () => {
    const everything = await textOfTables(shop.database.open({ max: 1 }));
    expect(everything.match(/.{0,99}whsec_./g)).toBeNull();
    for (const secret of [own, replaced, merchants]) {
      expect(secret).toMatch(/^whsec_/);
      const bytes = Buffer.from(secret.slice("whsec_".length), "base64");
      const forms = [secret.slice(6), bytes.toString("hex"), Buffer.from(secret).toString("hex")];
      expect(forms.filter((form) => everything.includes(form))).toEqual([]);
    }
    expect((await stored()).join()).toMatch(/^(sealed:vk_[0-9a-f]{16}:[\w+/=]+:[\w+/=]+,?){3}$/);
    await sign();
  });

  /** Stores the secrets as a release does that can't encrypt them. */
  const putInClear = async (): Promise<void> => {
    await query(
      shop,
      `update merchant set webhook_secret = $1, replaced_secret = $2,
         sealed_secret = null, sealed_replaced_secret = null`,
      [merchants, replaced],
    );
    await query(
      shop,
      `update webhook_endpoint set secrets =
         jsonb_set(secrets #- '{0,sealed}', '{0,secret}', to_jsonb($1::text))`,
      [own],
    );
  };

  it("are encrypted at the next start where they are stored in clear", async () => {
    await putInClear();
    await sign();
    const again = await startTestService({
      clock: shop.clock,
      database: { ...shop.database, drop: async () => {} },
      environment: environment(),
    });
    await expect.poll(async () => (await stored()).join()).toMatch(/^(sealed:[^,]+,?){3}$/);
    await again.close();
    await sign();
  });

  it("stay in clear after an upgrade, until no process of an earlier release is left", async () => {
    const vezne = commandLine({ database: shop.database, dataDir, url: shop.url });
    const doctor = () => checkSigners(shop.database.open({ max: 1 }), shop.config);
    await query(shop, "delete from installation_secret where name = 'signers_sealed'");
    await putInClear();
    const upgraded = await startTestService({
      clock: shop.clock,
      database: { ...shop.database, drop: async () => {} },
      environment: environment(),
      merchant: shop.merchant,
    });
    const { merchants: store } = upgraded.service.deps;
    const { merchantId } = shop.merchant.merchant;
    await rollMerchantSecret(
      { ...upgraded.service.deps, merchants: store },
      { merchantId, overlapMs: 0 },
    );
    expect(await stored()).toEqual([expect.stringMatching(/^whsec_/), "null", own]);
    await putInClear();
    await query(shop, "update merchant set replaced_secret_until = now() + interval '9 days'");
    await sign();
    expect(await doctor()).toMatchObject({ status: "warning", advice: /vezne vault seal/ });
    await query(
      shop,
      `insert into vault_process (process_id, name, key_ids, seen_at)
       select 'older', 'process 1 on elsewhere', array_agg(key_id), now() + interval '1 hour'
       from vault_key`,
    );
    await expect(vezne("vault", "seal")).rejects.toThrow("process 1 on elsewhere");
    expect((await stored()).join()).not.toContain("sealed:");
    await query(shop, "delete from vault_process where process_id = 'older'");
    // Two merchants with two each, and the endpoint's.
    expect((await vezne("vault", "seal", "--json")).json).toEqual({ signing_secrets: 5 });
    expect((await stored()).join()).toMatch(/^(sealed:[^,]+,?){3}$/);
    await upgraded.close();
    await sign();
    expect(await doctor()).toMatchObject({ status: "ok" });
  });

  it("are named by doctor on a machine that lacks their key", async () => {
    const elsewhere = { ...shop.config, dataDir: mkdtempSync(join(tmpdir(), "vezne-keyless-")) };
    const check = await checkSigners(shop.database.open({ max: 1 }), elsewhere);
    rmSync(elsewhere.dataDir, { recursive: true });
    expect(check).toMatchObject({ status: "failed", detail: /vk_.*which this machine lacks/ });
  });

  it("are included when the vault key is replaced, and the old key is not needed", async () => {
    const vezne = commandLine({ database: shop.database, dataDir, url: shop.url });
    const rotated = await vezne("vault", "rotate", "--forget-old-keys", "--json");
    expect(rotated.json).toMatchObject({ unreadable: 0 });
    const keyId = String(rotated.json["key_id"]);
    expect(new Set((await stored()).map((text) => text.split(":")[1]))).toEqual(new Set([keyId]));
    const { json } = await vezne("vault", "status", "--json");
    expect(json["keys"]).toEqual([
      expect.objectContaining({
        key_id: keyId,
        signing_secrets: Number(rotated.json["rewrapped"]),
      }),
    ]);
    await sign();
  });

  it("are replaced under the key in force, and the one before keeps signing", async () => {
    const vezne = commandLine({ database: shop.database, dataDir, url: shop.url });
    const roll = ["webhooks", "secret", "roll", "--overlap", "1", "--json"];
    await vezne(...roll, "--endpoint", endpoint);
    await sign();
    const everything = await textOfTables(shop.database.open({ max: 1 }));
    expect(everything.match(/.{0,99}whsec_./g)).toBeNull();
  });

  it("sign nothing once they were changed in the database", async () => {
    await query(
      shop,
      `update merchant set sealed_replaced_secret = overlay(sealed_replaced_secret placing 'AAAA'
         from length(sealed_replaced_secret) - 12)`,
    );
    shop.clock.move(2 * SECOND);
    const session = await shop.api.session();
    await shop.api.pay(session, "5528790000000008");
    const { html, status } = await createVisitor(shop.url).get(`/checkout?session=${session}`);
    expect([status, html.includes("signature=")]).toEqual([500, false]);
    expect(shop.logLines.join("\n")).toContain("a secret that signs can't be decrypted");
  });
});
