import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Protocol } from "../../src/acquirer/kit/protocol.ts";
import { keyFileOf } from "../../src/vault/key-file.ts";
import { sleep } from "../../src/system/sleep.ts";
import { MINUTE, SECOND } from "../../src/kernel/clock.ts";
import type { AttemptId } from "../../src/kernel/ids.ts";
import type { Acquirer, Approved } from "../../src/domain/payment/acquirer.ts";
import { acquirerState } from "../../src/domain/payment/acquirer-state.ts";
import { isSealedText } from "../../src/domain/payment/attempt-vault.ts";
import type { Installation } from "../../src/service/installation/installation.ts";
import { rotateVault, vaultKeyStatus } from "../../src/service/runtime/vault-rotation.ts";
import { runCommand } from "../support/command-line.ts";
import { connectDouble, installationWithKey } from "../support/double-connection.ts";
import { merchantCalls, query } from "../support/merchant-calls.ts";
import { createDoubleBank } from "../support/protocol-double.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const STATE = acquirerState('{"v":1,"host":"417"}');

/** The values that a bank gave with its answers, and that later calls to it need. */
describe("the bank's values of attempts, when the vault key is replaced", () => {
  let shop: TestService;
  let command: Installation;
  let dataDir: string;
  let bank: ReturnType<typeof bankWithState>;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "vezne-bank-values-"));
    bank = bankWithState();
    const { protocol } = bank;
    const environment = { VEZNE_VAULT_KEY: "", VEZNE_DATA_DIR: dataDir };
    shop = await startTestService({ environment, protocols: [protocol] });
    await connectDouble(shop, bank, { terminal: "700001" });
    command = await installationWithKey(shop);
    // The service reads the new connection within a second.
    await expect
      .poll(async () => (await pay()).body["status"] === "completed" && bank.asked())
      .toBeGreaterThan(0);
    await query(shop, "update attempt set acquirer_state = null");
  });
  afterEach(async () => {
    await command.close();
    await shop.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const pay = async () => shop.api.pay(await shop.api.session(), CARD);
  /** Starts a payment; the bank has charged it and answers when the test lets it. */
  const payUnanswered = async () => {
    const before = bank.asked();
    const answer = bank.hold();
    const paying = pay();
    await expect.poll(bank.asked).toBe(before + 1);
    return { answer, paying };
  };
  /** Locks all payments, so that the commit of an outcome waits; returns how to let it go on. */
  const holdCommits = async (): Promise<() => Promise<void>> => {
    const pool = shop.database.open({ max: 1 });
    await pool.query("begin");
    await pool.query("select from payment for update");
    return async () => {
      if (!pool.ended) await pool.end();
    };
  };
  const waitingForLock = async (): Promise<number> => {
    const where = "datname = current_database() and wait_event_type = 'Lock'";
    return (await query(shop, `select from pg_stat_activity where ${where}`)).length;
  };
  const waitingOutcomes = async () => (await fetch(`${shop.url}/metrics`)).text();
  const keyInForce = async () => (await command.vaultKeyStore.current())?.keyId;
  const valuesByKey = async () =>
    query(
      shop,
      `select split_part(acquirer_state, ':', 2) as key_id, count(*)::int as values
       from attempt where acquirer_state is not null group by 1`,
    );
  /** Replaces the key; `pause` takes the place of the long one before the last pass. */
  const rotate = async (pause = async () => {}, forgetOld = false) => {
    await command.vaultKeySources.all.add();
    // A process that has not announced itself since then would be waited for; it has the new key.
    await query(shop, "delete from vault_process");
    const options = { forgetOld, leaveKms: false, patienceMs: 20 * SECOND };
    return rotateVault(command, options, (ms) => (ms < 5 * SECOND ? sleep(ms) : pause()));
  };

  it("are under the new key, also if a payment commits one after all others were rewritten", async () => {
    const old = await keyInForce();
    const { answer, paying } = await payUnanswered();
    const release = await holdCommits();
    answer();
    // The value is encrypted under the old key, and its commit waits.
    await expect.poll(waitingForLock).toBe(1);
    const rotation = await rotate(async () => {
      await release();
      expect((await paying).body["status"]).toBe("completed");
      expect(await valuesByKey()).toEqual([{ key_id: old, values: 1 }]);
    });
    await release();
    await paying;
    expect(rotation?.keyId).not.toBe(old);
    expect(await valuesByKey()).toEqual([{ key_id: rotation?.keyId, values: 1 }]);
    expect(rotation).toMatchObject({ unreadable: 0 });
  });

  it("are not committed long after their encryption: the bank is asked again", async () => {
    const first = await payUnanswered();
    const second = await payUnanswered();
    const release = await holdCommits();
    first.answer();
    await expect.poll(waitingForLock).toBe(1);
    // The outcome of the second payment waits for the commit of the first one.
    second.answer();
    await expect.poll(waitingOutcomes).toContain('{queue="changes"} 1');
    shop.clock.move(40 * SECOND);
    await release();
    expect((await first.paying).body["status"]).toBe("completed");
    const late = (await second.paying).body;
    expect(late["status"]).toBe("processing");
    const stored = async () =>
      query(shop, "select state, acquirer_state from attempt where order_id = $1", [
        late["order_id"],
      ]);
    expect(await stored()).toEqual([{ state: "open", acquirer_state: null }]);
    expect(shop.logLines.join("")).toContain("recovery will ask the bank");
    shop.clock.move(2 * MINUTE);
    await expect.poll(stored).toMatchObject([{ state: "approved" }]);
  });

  it("are not written back as they were read, by a recovery that began before", async () => {
    const paid = await pay();
    const { refund } = merchantCalls(shop.api, shop.merchant.testApiKey);
    expect((await refund(paid.body["order_id"])).body).toMatchObject({ status: "refund_pending" });
    const old = await keyInForce();
    expect(await valuesByKey()).toEqual([{ key_id: old, values: 2 }]);
    const answer = bank.holdInquiry();
    shop.clock.move(10 * MINUTE);
    await expect.poll(bank.inquired, { timeout: 10_000 }).toBe(1);
    const rotation = await rotate();
    answer();
    const decided = "select from attempt where kind = 'refund' and state = 'approved'";
    await expect.poll(async () => (await query(shop, decided)).length).toBe(1);
    expect(await valuesByKey()).toEqual([{ key_id: rotation?.keyId, values: 2 }]);
  });

  it("are counted under their key, and keep it from being forgotten", async () => {
    await pay();
    const [row] = await query(
      shop,
      "select merchant_id, attempt_id, acquirer_state from attempt where acquirer_state is not null",
    );
    const old = await keyInForce();
    const rotation = await rotate();
    const left = String(row?.["acquirer_state"]);
    // As a process of an earlier release would leave it.
    const leave = (value: string) =>
      query(shop, "update attempt set acquirer_state = $1 where acquirer_state is not null", [
        value,
      ]);
    await leave(left);
    expect(await vaultKeyStatus(command)).toContainEqual(
      expect.objectContaining({ keyId: old, cards: 0, connections: 0, attempts: 1 }),
    );
    const status = (...options: readonly string[]) =>
      runCommand(shop.database, ["vault", "status", ...options], { VEZNE_DATA_DIR: dataDir });
    expect((JSON.parse((await status("--json")).stdout) as { keys: unknown }).keys).toContainEqual(
      expect.objectContaining({
        key_id: old,
        in_force: false,
        acquirer_connections: 0,
        attempts: 1,
      }),
    );
    expect((await status()).stdout).toContain(
      "0 acquirer connections, 0 signing secrets, 1 attempts",
    );
    const [, , wrappedKey = ""] = left.split(":");
    await leave(left.replace(wrappedKey, `AAAA${wrappedKey.slice(4)}`));
    const finished = await rotateVault(
      command,
      { forgetOld: true, leaveKms: false, patienceMs: 0 },
      async () => {},
    );
    expect(finished).toMatchObject({ keyId: rotation?.keyId, unreadable: 1, stillInUse: [old] });
    expect(readFileSync(keyFileOf(dataDir), "utf8")).toContain(old);
    await leave(left);
    // The credentials of the connection and the merchant's secret are the other records.
    expect(await rotate(undefined, true)).toMatchObject({ rewrapped: 3, stillInUse: [] });
    expect(readFileSync(keyFileOf(dataDir), "utf8")).not.toContain(old);
    const [after] = await query(
      shop,
      "select merchant_id, attempt_id, acquirer_state from attempt where acquirer_state is not null",
    );
    const sealed = String(after?.["acquirer_state"]);
    if (!isSealedText(sealed)) throw new Error("the value is encrypted");
    const place = {
      merchantId: shop.merchant.merchant.merchantId,
      attemptId: String(row?.["attempt_id"]) as AttemptId,
      purpose: "acquirer_state",
    } as const;
    expect(await command.attemptVault.open(place, sealed)).toBe(STATE);
  });
});

/** The double, whose approvals and open refunds bring a state to be stored. */
function bankWithState() {
  const { protocol: plain } = createDoubleBank();
  let asked = 0;
  let inquired = 0;
  let held: Promise<void> | undefined;
  let heldInquiry: Promise<void> | undefined;
  const wrap = (inner: Acquirer): Acquirer => ({
    ...inner,
    async authorize(request) {
      const outcome = await inner.authorize(request);
      const until = held;
      held = undefined;
      asked += 1;
      await until;
      return { ...(outcome as Approved), state: STATE };
    },
    refund: () =>
      Promise.resolve({ kind: "pending", until: "bank", askAt: undefined, state: STATE }),
    async inquire(inquiry) {
      inquired += 1;
      await heldInquiry;
      if (heldInquiry === undefined) return inner.inquire(inquiry);
      return { kind: "approved", bankReference: "r1", authCode: "", bankCode: "00" };
    },
  });
  const protocol: Protocol = { ...plain, open: (...given) => wrap(plain.open(...given)) };
  const gate = () => {
    let open = (): void => {};
    const until = new Promise<void>((resolve) => void (open = resolve));
    return { open, until };
  };
  return {
    protocol,
    asked: () => asked,
    inquired: () => inquired,
    /** Holds the answer to the next charge. */
    hold() {
      const { open, until } = gate();
      held = until;
      return open;
    },
    /** Holds the answers to inquiries, which approve then. */
    holdInquiry() {
      const { open, until } = gate();
      heldInquiry = until;
      return open;
    },
  };
}
