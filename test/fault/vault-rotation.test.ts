// tier: night
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CardVault } from "../../src/domain/card/ports.ts";
import { fileKeys, type KeySource } from "../../src/vault/key-source.ts";
import { keyFileOf } from "../../src/vault/key-file.ts";
import { instant } from "../../src/kernel/clock.ts";
import { ENTRY } from "../support/entry.ts";
import { query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { cardNumberOf, numberBehind, openTestVault, storeCards } from "../support/stored-cards.ts";
import { isFullRun } from "../support/full-run.ts";

const CARDS = 4_000;
const AT_ONCE = 20;
const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };

/** Tokens by their card number, which only the vault can decrypt. */
type Wallet = ReadonlyMap<string, string>;

describe.runIf(isFullRun)("rotating the vault key while the service runs", () => {
  let shop: TestService;
  let dataDir: string;
  let source: KeySource;
  let vault: CardVault;
  const wallet = new Map<string, string>();
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "vezne-rotation-"));
    source = fileKeys(keyFileOf(dataDir), { random, clock: { now: () => instant(0) } });
    shop = await startTestService({
      environment: {
        VEZNE_VAULT_KEY: "",
        VEZNE_DATA_DIR: dataDir,
        VEZNE_RATE_LIMIT: "off",
      },
    });
    vault = openTestVault(shop.database, source);
    const numbers = Array.from({ length: CARDS }, (_, index) => cardNumberOf(index));
    const tokens = await storeCards(shop.database, vault, { owner: owner(), numbers });
    tokens.forEach((token, index) => wallet.set(token, numbers[index] ?? ""));
  });
  afterAll(async () => {
    await shop.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const owner = () => ({
    merchantId: shop.merchant.merchant.merchantId,
    mode: "test" as const,
    customerId: "ada",
  });
  const startRotation = (...args: string[]) =>
    spawn(process.execPath, [ENTRY, "vault", "rotate", "--json", ...args], {
      env: { PATH: process.env["PATH"], DATABASE_URL: shop.database.url, VEZNE_DATA_DIR: dataDir },
      stdio: ["ignore", "pipe", "pipe"],
    });
  const rotate = async (...args: string[]) => {
    const child = startRotation(...args);
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "exit"),
    ]);
    expect(stderr).toBe("");
    return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  };
  const keysInUse = async () =>
    (
      await query(
        shop,
        `select key_id, count(*)::int as cards from stored_card
         where key_id is not null group by key_id`,
      )
    ).map(({ key_id, cards }) => [String(key_id), Number(cards)] as const);
  const keyInForce = async () =>
    String((await query(shop, "select key_id from vault_key where is_current"))[0]?.["key_id"]);
  const readAll = async (cards: Wallet): Promise<void> => {
    const fresh = openTestVault(shop.database, source);
    const tokens = [...cards.keys()];
    for (let start = 0; start < tokens.length; start += AT_ONCE) {
      const some = tokens.slice(start, start + AT_ONCE);
      const numbers = await Promise.all(some.map((token) => numberBehind(fresh, owner(), token)));
      expect(numbers).toEqual(some.map((token) => cards.get(token)));
    }
  };

  it("fails no payment with a token and none that saves a card", async () => {
    const before = await keyInForce();
    const { result: rotation, paid, saved } = await whilePaying(shop, wallet, () => rotate());
    expect(rotation).toMatchObject({ previous_key_id: before, unreadable: 0 });
    expect(rotation["rewrapped"]).toBeGreaterThanOrEqual(CARDS);
    expect(paid).toBeGreaterThan(5);
    expect(saved.size).toBeGreaterThan(2);
    const now = await keyInForce();
    expect(now).toBe(rotation["key_id"]);
    expect(now).not.toBe(before);
    expect(await keysInUse()).toEqual([[now, expect.any(Number)]]);
    await readAll(new Map([...wallet, ...saved]));
  });

  it("recognises a card that was stored under an earlier key", async () => {
    const [known] = wallet;
    const again = await storeCards(shop.database, vault, {
      owner: owner(),
      numbers: [known?.[1] ?? ""],
    });
    expect(again).toEqual([known?.[0]]);
  });

  it("resumes after a kill, and every card stays usable in between", async () => {
    const before = await keyInForce();
    const pool = shop.database.open({ max: 1 });
    const hasBegun = async (): Promise<boolean> => {
      const now = await keyInForce();
      const sql = "select from stored_card where key_id = $1 limit 1";
      return now !== before && (await pool.query(sql, [now])).rowCount === 1;
    };
    const { result: rotation } = await whilePaying(shop, wallet, async () => {
      await killInTheMiddle(startRotation, hasBegun);
      expect(await keysInUse()).toHaveLength(2);
      await readAll(wallet);
      return rotate("--forget-old-keys");
    });
    const halfway = await keyInForce();
    expect(halfway).not.toBe(before);
    expect(rotation).toMatchObject({ key_id: halfway, previous_key_id: halfway, unreadable: 0 });
    expect(await keysInUse()).toEqual([[halfway, expect.any(Number)]]);
    expect((await source.read()).map(({ id }) => id)).toEqual([halfway]);
    await readAll(wallet);
  });

  it("activates the key that a killed rotation had prepared", async () => {
    const prepared = await source.add();
    const rotation = await rotate();
    expect(rotation["key_id"]).toBe(prepared?.id);
    expect(await keyInForce()).toBe(prepared?.id);
  });

  it("reports records that were tampered with, and rotates all others", async () => {
    const [token] = [...wallet.keys()];
    await query(
      shop,
      "update stored_card set wrapped_key = sha512('changed') where card_token = $1",
      [token],
    );
    const child = startRotation();
    const [stdout] = await Promise.all([text(child.stdout), once(child, "exit")]);
    expect(child.exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ unreadable: 1 });
    expect((await keysInUse()).map(([, cards]) => cards).toSorted((a, b) => a - b)[0]).toBe(1);
    expect(
      await query(shop, "select item_id from failed_item where kind = 'vault_record'"),
    ).toEqual([{ item_id: `stored_card/${token}` }]);
  });
});

/** Kills a rotation as soon as some cards, and not yet all, are under the new key. */
async function killInTheMiddle(
  start: () => ReturnType<typeof spawn>,
  hasBegun: () => Promise<boolean>,
): Promise<void> {
  const child = start();
  const gone = once(child, "exit");
  while (child.exitCode === null && !(await hasBegun())) continue;
  child.kill("SIGKILL");
  await gone;
  if (child.signalCode !== "SIGKILL") throw new Error("the rotation ended before it was killed");
}

/** Works while customers pay with stored cards and save others; throws their first failure. */
async function whilePaying<Result>(
  shop: TestService,
  wallet: Wallet,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly paid: number; readonly saved: Wallet }> {
  const stopping = new AbortController();
  const saved = new Map<string, string>();
  const tokens = [...wallet.keys()];
  let paid = 0;
  const session = () => shop.api.session({ customer: { customer_id: "ada" } });
  const payByToken = async (): Promise<void> => {
    const answer = await shop.api.post("/api/v1/payment/pay", {
      session_id: await session(),
      payment_type: "creditcard",
      card_token: tokens[Math.floor(Math.random() * tokens.length)],
    });
    if (answer.body["status"] !== "completed") throw new Error(answer.text);
    paid += 1;
  };
  const saveAnother = async (): Promise<void> => {
    const number = cardNumberOf(1_000_000 + Math.floor(Math.random() * 1e9));
    const answer = await shop.api.pay(await session(), number, { fields: { save_card: true } });
    if (typeof answer.body["card_token"] !== "string") throw new Error(answer.text);
    saved.set(answer.body["card_token"], number);
  };
  const keepOn = async (buy: () => Promise<void>): Promise<void> => {
    while (!stopping.signal.aborted) await buy();
  };
  const working = work().finally(() => stopping.abort());
  const ends = await Promise.allSettled([working, keepOn(payByToken), keepOn(saveAnother)]);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return { result: await working, paid, saved };
}
