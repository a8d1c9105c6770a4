import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openDatabase } from "../../src/database/connection/database.ts";
import { startEmbeddedPostgres } from "../../src/database/embedded/embedded-postgres.ts";
import type { EmbeddedPostgres } from "../../src/database/embedded/handle.ts";
import { migrateAll } from "../../src/database/installation/service-database.ts";
import { DAY } from "../../src/kernel/clock.ts";
import { rollMerchantSecret } from "../../src/domain/merchant/merchant-secret.ts";
import { cardFields, type ApiAnswer, type ApiBody } from "../support/api-client.ts";
import { comeBack, decide, goToBank } from "../support/browserless.ts";
import { canary, type Canary } from "../support/canary-cards.ts";
import { listenToAnswers, type Answer } from "../support/answer-listener.ts";
import { LeakSearch, type Finding } from "../support/leak-search.ts";
import { createVisitor } from "../support/page-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CANARIES = [
  ...Array.from({ length: 30 }, (_, index) => canary("visa", index)),
  ...Array.from({ length: 10 }, (_, index) => canary("amex", index)),
];
/** Inserted on purpose, so that the search must find them. */
const PLANTED = canary("visa", 99);

/** The service has its own PostgreSQL and data directory, so that the test can read every byte. */
describe("card data at rest", () => {
  let dataDir: string;
  let postgres: EmbeddedPostgres;
  let shop: TestService;
  const pools: Pool[] = [];
  const answers: Answer[] = [];
  const unused = [...CANARIES];
  const search = new LeakSearch([...CANARIES, PLANTED]);

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "vezne-rest-"));
    postgres = await startEmbeddedPostgres({
      dataDir,
      database: "vezne",
      random: { bytes: (count) => randomBytes(count) },
      log: () => {},
      // Uncompressed pages in the write-ahead log, and as few of them as possible.
      settings: { wal_compression: "off", min_wal_size: "32MB", max_wal_size: "64MB" },
    });
    await migrateAll({ address: postgres.connection, embedded: postgres });
    shop = await startTestService({
      database: {
        connection: postgres.connection,
        url: "",
        open(options = {}) {
          const address = postgres.connection;
          const pool = openDatabase({ address, applicationName: "test", ...options });
          pools.push(pool);
          return pool;
        },
        drop: async () => {},
      },
      environment: {
        VEZNE_DATA_DIR: dataDir,
        VEZNE_VAULT_KEY: "",
        VEZNE_LOG_LEVEL: "trace",
        VEZNE_WEBHOOK_LOOPBACK: "true",
      },
    });
    listenToAnswers(answers);
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    await shop.close();
    await Promise.all(pools.filter((pool) => !pool.ended).map((pool) => pool.end()));
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const take = (brand: "visa" | "amex" = "visa"): Canary => {
    const index = unused.findIndex(({ cvc }) => (cvc.length === 4) === (brand === "amex"));
    const [taken] = unused.splice(index, 1);
    if (taken === undefined) throw new Error("the canaries are used up");
    return taken;
  };
  const session = (fields: ApiBody = {}) =>
    shop.api.session({ customer: { customer_id: "ada" }, ...fields });
  const pay = async (
    { number, cvc }: Canary,
    fields: ApiBody = {},
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> => {
    const { session_id = await session(), ...rest } = fields;
    return shop.api.pay(String(session_id), number, { fields: { cvc, ...rest }, headers });
  };
  const raw = (body: string, headers: Record<string, string> = {}) =>
    shop.api.send("POST", "/api/v1/payment/pay", {
      body,
      headers: { "content-type": "application/json", ...headers },
    });

  const paidOnes = async (): Promise<void> => {
    for (const brand of ["visa", "amex"] as const) {
      expect((await pay(take(brand))).body["status"]).toBe("completed");
    }
    const codes = await pay(take(), {}, { "vezne-response-style": "codes" });
    expect(codes.body["status"]).toBe(0);
    const key = { "idempotency-key": "once" };
    const keyed = take("amex");
    const body = { session_id: await session() };
    expect((await pay(keyed, body, key)).body["status"]).toBe("completed");
    expect((await pay(keyed, body, key)).headers.get("idempotent-replayed")).toBe("true");
    expect((await pay(take(), body, key)).status).toBe(422);
    const held = await pay(take(), { session_id: await session({ capture_method: "manual" }) });
    expect(held.body["status"]).toBe("authorized");
  };

  const savedOnes = async (): Promise<void> => {
    for (const brand of ["visa", "amex"] as const) {
      const card = take(brand);
      const saved = await pay(card, { save_card: true });
      expect(saved.body["card_token"]).toMatch(/^tok_/);
      const again = await shop.api.post("/api/v1/payment/pay", {
        session_id: await session(),
        payment_type: "creditcard",
        card_token: saved.body["card_token"],
        cvc: card.cvc,
      });
      expect(again.body["status"]).toBe("completed");
    }
    const headers = { authorization: `Bearer ${shop.merchant.testApiKey}` };
    const { body } = await shop.api.get("/api/v1/payment/cards", headers);
    expect(body).toMatchObject({ total: 2 });
    const [first] = body["cards"] as readonly ApiBody[];
    const path = `/api/v1/payment/cards/${String(first?.["card_token"])}`;
    expect((await shop.api.send("DELETE", path, { headers })).status).toBe(200);
  };

  const challengedOnes = async (): Promise<void> => {
    const fields = { is_3d: true, save_card: true };
    for (const decision of ["approve", "decline", "cancel"] as const) {
      const paid = await pay(take("amex"), fields);
      await comeBack(await decide(await goToBank(paid), decision));
    }
    // This payment stays at the bank, encrypted, during the search.
    expect((await pay(take(), fields)).body["status"]).toBe("processing");
  };

  const refusedOnes = async (): Promise<void> => {
    const wrong = take();
    const last = wrong.number.endsWith("0") ? "1" : "0";
    const mistyped = { ...wrong, number: wrong.number.slice(0, -1) + last };
    expect((await pay(mistyped)).body["code"]).toBe("invalid_card_number");
    expect((await pay(mistyped, {}, { "vezne-response-style": "codes" })).body["status"]).toBe(-5);
    expect((await pay(take("amex"), { cvc: "123" })).body["code"]).toBe("invalid_cvc");
    expect((await pay(take(), { expire_year: "2020" })).body["code"]).toBe("card_expired");
    const count = { installment_count: 98 };
    expect((await pay(take(), count)).body["code"]).toBe("installment_not_available");
    const paid = { session_id: await session() };
    await pay(take(), paid);
    expect((await pay(take(), { ...paid, save_card: true })).status).toBe(409);
    const both = take();
    expect((await pay(both, { card_token: "tok_1" })).status).toBe(400);
    const nowhere = { session_id: `ses_${"0".repeat(43)}` };
    expect((await pay(take(), nowhere)).body["code"]).toBe("session_not_found");
  };

  const malformedOnes = async (): Promise<void> => {
    const { number, cvc } = take("amex");
    const whole = JSON.stringify({ ...cardFields(await session(), number), cvc });
    const grouped = number.replace(/(.{4})(.{6})/, "$1 $2 ");
    const bodies = [
      whole.slice(0, -1),
      `${whole}}`,
      whole.replace(`"${number}"`, number),
      whole.replace(`"${cvc}"`, cvc),
      whole.replace(`"${number}"`, `["${number}"]`),
      whole.replace(`"${number}"`, `"${number}\\u0000"`),
      whole.replace(`"${number}"`, `"${number}\\ud800"`),
      whole.replace('"card_holder_name"', `"${number}"`),
      whole.replace("Ada Şahin", grouped),
      whole.replace('"12"', `"${number}"`),
      whole.replace('"creditcard"', `"${number}"`),
      whole.replace("{", `{"card_number":"${number}",`),
    ];
    for (const body of bodies) expect((await raw(body)).status, body).toBe(400);
    expect((await raw(whole, { "content-type": "text/plain" })).status).toBe(415);
    expect((await raw(whole.padEnd(300_000))).status).toBe(413);
    expect((await raw(whole, { "content-encoding": "gzip" })).status).toBe(415);
    const form = new URLSearchParams({ card_number: number, cvc }).toString();
    const asForm = { "content-type": "application/x-www-form-urlencoded" };
    expect((await raw(form, asForm)).status).toBe(415);
    expect((await shop.api.get(`/api/v1/payment/pay?${form}`)).status).toBe(405);
    expect((await shop.api.get(`/api/v1/payment/status/${number}?${form}`)).status).toBe(400);
    const bin = { session_id: await session(), bin_number: number };
    expect((await shop.api.post("/api/v1/payment/bin", bin)).status).toBe(400);
    expect((await raw(whole, { "idempotency-key": number })).status).toBe(400);
    const parted = number.replace(/(.{4})(?=.)/g, "$1.");
    expect((await shop.api.get("/healthz", { "x-request-id": parted })).status).toBe(200);
    const draft = new URLSearchParams({ session: await session(), card_token: number });
    const kept = await fetch(`${shop.url}/checkout/draft`, { method: "POST", body: draft });
    expect(kept.status).toBe(400);
    const id = await raw(whole, { "x-request-id": number });
    expect(id.status).toBe(200);
    // Its sender has the number; no other client sees it, and no log contains it.
    expect(id.headers.get("x-request-id")).toBe(number);
  };

  const brokenOnes = async (): Promise<void> => {
    for (const behaviour of ["garbage", "status500", "cut", "unlistedCode"] as const) {
      shop.faults.next({ operation: "authorize", behaviour });
      await pay(take(), { save_card: true });
    }
    shop.faults.next({ operation: "enroll", behaviour: "halfAnswer" });
    await pay(take(), { save_card: true, is_3d: true });
    const pool = shop.database.open({ max: 1 });
    for (const table of ["card_draft", "payment", "idempotency"]) {
      await pool.query(`alter table ${table} rename to ${table}_gone`);
      await pay(take(), { save_card: true }, { "idempotency-key": `without ${table}` }).catch(
        () => undefined,
      );
      await pool.query(`alter table ${table}_gone rename to ${table}`);
    }
    shop.clock.move(60_000);
    await expect
      .poll(
        async () =>
          (await pool.query("select from payment where state in ('calling', 'unknown')")).rowCount,
        { timeout: 80_000 },
      )
      .toBe(0);
  };

  const pageOnes = async (): Promise<void> => {
    const visitor = createVisitor(shop.url);
    const { number, cvc } = take("amex");
    await visitor.payByCard(await session(), number, { cvc });
    const swapped = [
      { card_holder_name: number },
      { expiry: number },
      { cvc: number },
      { card_number: `${number}0` },
    ];
    for (const fields of swapped) {
      await visitor.payByCard(await session(), number, { cvc, ...fields });
    }
  };

  /** The rows of each table as text, and the statements that PostgreSQL itself has stored. */
  const searchTables = async (): Promise<readonly Finding[]> => {
    const client = new Client(postgres.ownerConnection);
    await client.connect();
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema')
       union all select 'pg_catalog.pg_stat_activity'`,
    );
    const findings: Finding[] = [];
    for (const { name } of tables.rows) {
      // Durations and numbers of processes and transactions may equal the digits of a CVC by
      // chance, so they are left out.
      const { rows } = await client.query<{ row: string }>(
        `select jsonb_populate_record(t, $1)::text as row from ${name} t`,
        [BY_CHANCE],
      );
      findings.push(...rows.flatMap(({ row }) => search.text(name, row)));
    }
    await client.end();
    expect(tables.rows.length).toBeGreaterThan(20);
    return findings;
  };

  /** Writes memory to the disk, and closes the current write-ahead log file. */
  const writeFiles = async (): Promise<void> => {
    const client = new Client(postgres.ownerConnection);
    await client.connect();
    await client.query("checkpoint");
    await client.query("select pg_switch_wal()");
    await client.query("checkpoint");
    await client.end();
  };
  const searchFiles = async (): Promise<readonly Finding[]> => {
    await writeFiles();
    return search.files(dataDir);
  };

  it("is searched after payments of every kind and every failure", async () => {
    await paidOnes();
    await savedOnes();
    await challengedOnes();
    await refusedOnes();
    await malformedOnes();
    await brokenOnes();
    await pageOnes();
  });

  it("is in no table of the service or the bank", async () => {
    expect(await searchTables()).toEqual([]);
  });

  it("is in no file of the data directory, including the write-ahead log and the server log", async () => {
    expect(await searchFiles()).toEqual([]);
  });

  it("lies there beside no secret that signs webhooks or redirects", async () => {
    const { merchantId, webhookSecret } = shop.merchant.merchant;
    const headers = {
      authorization: `Bearer ${shop.merchant.testApiKey}`,
      "content-type": "application/json",
      "idempotency-key": "signs",
    };
    const body = JSON.stringify({ url: "http://127.0.0.1:9099/hooks" });
    const register = () => shop.api.send("POST", "/api/v1/webhook-endpoints", { body, headers });
    const own = String((await register()).body["secret"]);
    expect((await register()).body["secret"]).toBe(own);
    const { clock, merchants } = shop.service.deps;
    const deps = { clock, random: { bytes: (count: number) => randomBytes(count) }, merchants };
    const rolled = await rollMerchantSecret(deps, { merchantId, overlapMs: DAY });
    const next = rolled.ok ? rolled.value.secret : "";
    const secrets = [webhookSecret, own, next];
    expect(secrets.filter((secret) => !/^whsec_.{44}$/.test(secret))).toEqual([]);
    await writeFiles();
    expect(search.filesWith(dataDir, secrets)).toEqual([]);
    // The search finds what is there.
    expect(search.filesWith(dataDir, [merchantId]).length).toBeGreaterThan(1);
    expect(shop.logLines.filter((line) => line.includes("whsec_"))).toEqual([]);
  });

  it("is in no log line, not even in masked form", () => {
    const lines = shop.logLines;
    // An error of PostgreSQL tells places, which may be the digits of a CVC.
    const texts = lines.map((line) => line.replace(/"(position|line|length)":"?\d+"?/g, ""));
    expect(texts.length).toBeGreaterThan(60);
    expect(texts.flatMap((line) => search.text(line, line))).toEqual([]);
    // One call had the number in its path, which is logged.
    const masked = lines.filter((line) => /\d{4}…\d{4}/.test(line));
    const causes = masked.filter((line) => !line.includes("/status/"));
    expect(lines.some((line) => line.includes('"request_id":"[digits]"'))).toBe(true);
    expect(causes).toEqual([]);
  });

  it("is in no answer, whatever the error of the request", () => {
    expect(answers.length).toBeGreaterThan(100);
    // A request id is repeated to its sender unchanged; two of the requests had one.
    const others = answers.filter(({ text }) => !text.includes(`x-request-id: 37`));
    expect(others).toHaveLength(answers.length - 2);
    expect(others.flatMap(({ to, text }) => search.text(to, text))).toEqual([]);
  });

  it("is in no metric", async () => {
    const metrics = await (await fetch(`${shop.url}/metrics`)).text();
    expect(metrics).toContain("vezne_http_request_seconds");
    expect(search.bytes("metrics", Buffer.from(metrics))).toEqual([]);
  });

  it("would be found in each of these places, in each form", async () => {
    const { number, cvc } = PLANTED;
    const forms = {
      plain: number,
      grouped: number.replace(/\B(?=(.{4})+$)/g, " "),
      base64: Buffer.from(`{"n":"${number}"}`).toString("base64"),
      hex: Buffer.from(number).toString("hex"),
      json: JSON.stringify({ cvc }),
    };
    for (const [form, text] of Object.entries(forms)) {
      expect(search.text(form, text).length, form).toBeGreaterThan(0);
    }
    expect(search.text("amex", `paid with ${canary("amex", 0).cvc}, twice`)).toHaveLength(1);
    const pool = shop.database.open({ max: 1 });
    await pool.query("create table planted (plain text, binary_form bytea, packed bigint)");
    await pool.query("insert into planted values ($1, $2, $3)", [
      `note ${number}`,
      Buffer.from(number),
      number,
    ]);
    writeFileSync(join(dataDir, "planted.log"), Buffer.from(number, "utf16le"));
    const inTables = (await searchTables()).map(({ where, form }) => `${where} ${form}`);
    expect(inTables).toContain("public.planted plain");
    expect(inTables).toContain("public.planted plain, hex");
    const inFiles = await searchFiles();
    const places = (form: string) =>
      new Set(
        inFiles
          .filter((finding) => finding.form === form)
          .map(({ where }) => /planted\.log|pg_wal|base|log/.exec(where)?.[0]),
      );
    expect(places("plain")).toEqual(new Set(["base", "pg_wal"]));
    expect(places("binary")).toEqual(new Set(["base", "pg_wal"]));
    expect(places("utf-16")).toEqual(new Set(["planted.log"]));
  });
});

/** Values that the search of tables leaves out. */
const BY_CHANCE = {
  duration_us: 0,
  duration_ms: 0,
  pid: 0,
  leader_pid: 0,
  written_by: "0",
  backend_xid: null,
  backend_xmin: null,
};
