import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AccountFeed } from "../../src/domain/account-feed/account-feed.ts";
import type { FeedAnswer } from "../../src/domain/account-feed/ports.ts";
import { silentAmong } from "../../src/domain/account-feed/health.ts";
import { rotateVault, vaultKeyStatus } from "../../src/service/runtime/vault-rotation.ts";
import { readConfig } from "../../src/config/config.ts";
import { openInstallation } from "../../src/service/installation/installation.ts";
import { createLogger } from "../../src/system/logger.ts";
import { random } from "../support/sandbox-bank.ts";
import { VAULT_KEY } from "../support/vault-key.ts";
import { manualAfter } from "../support/manual-after.ts";
import { openFeedWorld, OWN_IBAN, type FeedWorld } from "../support/feed-customer.ts";
import { camt053 } from "../support/statements.ts";
import { newHostKey, startSftpServer } from "../support/sftp-server.ts";
import { balancesOf, query } from "../support/merchant-calls.ts";
import { panelUsers, panelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestMerchant, type TestService } from "../support/service.ts";
import { awaitTransfer, linesOf, sendMoney } from "../support/transfer-customer.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

describe("account feeds", () => {
  let shop: TestService;
  let world: FeedWorld;
  let feed: AccountFeed;
  const ownerOf = ({ merchant }: TestMerchant) =>
    ({ merchantId: merchant.merchantId, mode: "test" }) as const;
  beforeAll(async () => {
    shop = await startTestService({ isWithoutJobs: true });
    world = await openFeedWorld(shop);
    await world.installation.transfers.offerAccount({
      ...ownerOf(shop.merchant),
      iban: OWN_IBAN,
      bankCode: "0062",
      bankName: "Garanti",
      accountHolder: "Kitapçı",
      currency: "TRY",
      position: 0,
    });
    const added = await world.add(ownerOf(shop.merchant));
    if (!added.ok) throw new Error("the feed was refused");
    feed = added.value;
  });
  afterAll(async () => {
    await world.close();
    await shop.close();
  });

  const statusOf = async ({ session, id }: { session: string; id: string }) =>
    (await shop.api.status(session, id)).body["status"];
  const pay = (description: string) =>
    sendMoney(shop, { iban: OWN_IBAN, description, minor: 125_000 });
  const nextLook = async () => {
    shop.clock.move(MINUTE);
    await world.look();
  };

  it("is active once the bank has accepted its credentials, which lie encrypted", async () => {
    expect(feed).toMatchObject({
      state: "active",
      hosts: "simulated_bank",
      everySeconds: 60,
      shownCredentials: { client_id: "sandbox-client", consent_id: `consent-${OWN_IBAN}` },
      lastCheck: { kind: "ready" },
    });
    const [row] = await query(shop, "select * from bank_feed");
    expect(JSON.stringify(row)).not.toContain("sandbox-secret");
    expect(row?.["credentials"]).toMatch(/^sealed:/);
  });

  it.each([
    [{ client_secret: "wrong" }, { code: "token_refused" }],
    [{ consent_id: "consent-TR400006200000000000000001" }, { code: "reason_2" }],
  ])("stays disabled with %j, which the bank does not accept", async (values, check) => {
    const title = JSON.stringify(values);
    const added = await world.add(ownerOf(shop.merchant), { ...values, title });
    expect(added).toMatchObject({
      ok: true,
      value: { state: "disabled", lastCheck: { kind: "refused", ...check } },
    });
  });

  it("completes a transfer within a minute after the bank shows it, and once", async () => {
    const transfer = await awaitTransfer(shop);
    expect(transfer.account.iban).toBe(OWN_IBAN);
    await world.look();
    await pay(`GELEN FAST ${transfer.account.reference_code.toLowerCase()}`);
    await world.look();
    expect(await statusOf(transfer)).toBe("pending");
    await nextLook();
    expect(await statusOf(transfer)).toBe("completed");
    const { answeredAt, newsAt, failures } = await world.find(feed);
    expect({ answeredAt, newsAt, failures }).toEqual({
      answeredAt: shop.clock.now(),
      newsAt: shop.clock.now(),
      failures: 0,
    });
    await nextLook();
    expect(await linesOf(shop)).toHaveLength(1);
    expect(await balancesOf(shop, transfer.id)).toEqual({
      bank_account: 125_000,
      merchant_payable: -125_000,
    });
  });

  it("takes a line that the bank shows a day late with an earlier day", async () => {
    const transfer = await awaitTransfer(shop);
    shop.clock.move(2 * DAY);
    await nextLook();
    await pay(transfer.account.reference_code);
    await query(
      shop,
      "update bank.account_line set booked_at = booked_at - $1 where description = $2",
      [2 * DAY, transfer.account.reference_code],
    );
    await nextLook();
    expect(await statusOf(transfer)).toBe("completed");
  });

  it("asks less often while the bank fails, and loses no line of that time", async () => {
    const transfer = await awaitTransfer(shop);
    await pay(transfer.account.reference_code);
    const pauses: number[] = [];
    for (const behaviour of ["status500", "halfAnswer", "garbage", "cut"] as const) {
      shop.faults.next({ operation: "feed", behaviour });
      shop.clock.move(pauses.at(-1) ?? MINUTE);
      await world.look();
      const { dueAt, lastCheck } = await world.find(feed);
      expect(lastCheck?.kind).toBe("unknown");
      pauses.push(dueAt - shop.clock.now());
    }
    expect(pauses).toEqual([MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE]);
    expect(await statusOf(transfer)).toBe("pending");
    expect(silentAmong([await world.find(feed)], shop.clock.now())).toHaveLength(0);
    shop.clock.move(15 * MINUTE);
    expect(silentAmong([await world.find(feed)], shop.clock.now())).toHaveLength(1);
    shop.faults.next({ operation: "feed", behaviour: "status500" });
    await world.look();
    expect(world.reports.map(({ sentence }) => sentence)).toEqual([
      "account feed can't be read",
      "account feed is silent",
    ]);
    shop.clock.move(15 * MINUTE);
    await world.look();
    expect(await statusOf(transfer)).toBe("completed");
    expect(silentAmong([await world.find(feed)], shop.clock.now())).toHaveLength(0);
  });

  const claim = () =>
    world.installation.accountFeeds.claim({
      now: shop.clock.now(),
      leaseUntil: (shop.clock.now() + MINUTE) as AccountFeed["dueAt"],
      limit: 9,
      without: [],
    });

  it("is kept by a process that looks for long, and free ten seconds after its death", async () => {
    shop.clock.move(MINUTE);
    const timers = manualAfter();
    let end = (): void => undefined;
    const answered = new Promise<FeedAnswer>((done) => {
      end = () => done({ kind: "read", setAside: [] });
    });
    const [garanti] = world.protocols;
    if (garanti === undefined) throw new Error("there is no protocol");
    const slow = { ...garanti, look: () => answered };
    const looks = world.newLooks({ feedProtocols: [slow], after: timers.after });
    await looks.round();
    const leased = () => query(shop, "select leased_until from bank_feed where state = 'active'");
    for (let passed = 0; passed < 4; passed += 1) {
      const before = await leased();
      shop.clock.move(3 * SECOND);
      timers.pass(3 * SECOND);
      await expect.poll(leased).not.toEqual(before);
      expect(await claim()).toEqual([]);
    }
    shop.clock.move(9 * SECOND);
    expect(await claim()).toEqual([]);
    shop.clock.move(SECOND);
    const [taken] = await claim();
    expect(taken?.feed.feedId).toBe(feed.feedId);
    end();
    await looks.settled();
    expect(timers.pending()).toBe(0);
    if (taken === undefined) throw new Error("nothing was claimed");
    expect(await world.find(feed)).toMatchObject({ dueAt: taken.leasedUntil });
    await world.installation.accountFeeds.recordLook(taken, taken.feed);
  });

  it("is looked at by one process at a time, and at once if it is woken meanwhile", async () => {
    shop.clock.move(MINUTE);
    const claims = (await Promise.all([claim(), claim()])).flat();
    expect(claims.map((one) => one.feed.feedId)).toEqual([feed.feedId]);
    await world.installation.accountFeeds.wake(feed.feedId, shop.clock.now());
    const [claimed] = claims;
    if (claimed === undefined) throw new Error("nothing was claimed");
    const later = { ...claimed.feed, dueAt: (shop.clock.now() + DAY) as AccountFeed["dueAt"] };
    await world.installation.accountFeeds.recordLook(claimed, later);
    const { dueAt } = await world.find(feed);
    expect(dueAt).toBe(shop.clock.now());
  });

  it("completes no payment of another merchant by the code that a line carries", async () => {
    const other = await shop.createMerchant("Fırıncı");
    await world.add(ownerOf(other));
    const transfer = await awaitTransfer(shop);
    await query(shop, "update bank_feed set state = 'disabled' where feed_id = $1", [feed.feedId]);
    await pay(transfer.account.reference_code);
    await nextLook();
    expect(await statusOf(transfer)).toBe("pending");
    expect((await linesOf(shop)).at(-1)).toMatchObject({
      reason: "unknown_reference",
      merchant_id: other.merchant.merchantId,
    });
    await query(shop, "update bank_feed set state = 'active' where feed_id = $1", [feed.feedId]);
    await nextLook();
    expect(await statusOf(transfer)).toBe("completed");
  });

  it("completes a transfer by a statement that the bank lays on its SFTP server", async () => {
    const [key, other] = [newHostKey(), newHostKey()];
    const server = await startSftpServer([key.private]);
    const login = {
      title: "SFTP",
      host: "127.0.0.1",
      port: String(server.port),
      username: "vezne",
      password: "geheim",
    };
    const owner = ownerOf(shop.merchant);
    const unpinned = await world.add(owner, { ...login, title: "-" }, "sftp");
    expect(unpinned).toMatchObject({
      value: { state: "disabled", lastCheck: { code: "host_key_missing" } },
    });
    const wrong = { ...login, host: "10.0.0.7", host_key: other.fingerprint };
    expect(await world.add(owner, wrong, "sftp")).toMatchObject({
      refusal: [{ field: "credentials.host", problem: "forbidden_host" }],
    });
    const added = await world.add(owner, { ...login, host_key: key.fingerprint }, "sftp");
    expect(added).toMatchObject({ value: { state: "active" } });
    const transfer = await awaitTransfer(shop);
    const content = camt053(OWN_IBAN, [
      { reference: "2026113000123", minor: 125_000, description: transfer.account.reference_code },
    ]);
    const changedAt = Math.floor(shop.clock.now() / SECOND);
    server.files.set("HSP1.xml", { content, changedAt });
    await nextLook();
    expect(await statusOf(transfer)).toBe("completed");
    server.files.set("HSP2.xml", { content, changedAt });
    await nextLook();
    expect(server.read).toEqual(["HSP1.xml", "HSP2.xml"]);
    const code = transfer.account.reference_code;
    const lines = await linesOf(shop);
    expect(lines.filter(({ description }) => String(description).includes(code))).toHaveLength(1);
    if (added.ok) expect((await world.find(added.value)).lastCheck?.kind).toBe("ready");
    await server.close();
  });

  it("is added, asked and disabled by an owner in the panel, and written into the audit log", async () => {
    const { merchantId } = ownerOf(shop.merchant);
    const users = panelUsers(shop);
    const [owner, support] = [panelVisitor(shop), panelVisitor(shop)];
    const signer = await users.create("owner", merchantId);
    await owner.signIn(signer);
    await support.signIn(await users.create("support", merchantId));
    const base = `/panel/${merchantId}/test/transfers/feeds`;
    const fields = {
      protocol: "garanti",
      title: "Panelden <b>",
      hosts: "simulated_bank",
      "credential:client_id": "sandbox-client",
      "secret:client_secret": "sandbox-secret",
      "credential:consent_id": `consent-${OWN_IBAN}`,
    };
    await support.get(base);
    expect((await support.post(`${base}/new`, fields)).status).toBe(403);
    const ofServer = await owner.get(`${base}/new?protocol=sftp`);
    expect(ofServer.html).toContain("SHA256:");
    const { html } = await owner.get(base);
    expect(html).toContain("Add: SFTP (MT940, camt.053)");
    expect(html).toContain(">Garanti BBVA (Account Transactions API)");
    await owner.get(`${base}/new?protocol=garanti`);
    expect((await owner.post(`${base}/new`, fields)).html).toContain("Confirm that it is you");
    const { password } = signer;
    const wrong = await owner.post(`${base}/new`, { ...fields, every_seconds: "1", password });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain("15");
    const added = await owner.post(`${base}/new`, fields);
    const page = await owner.follow(added);
    expect(page.html).toContain("Panelden &lt;b>");
    expect(page.html).not.toContain("sandbox-secret");
    const path = new URL(added.location).pathname;
    // Without its jobs the service does not serve the address of the test bank.
    const asked = await owner.follow(await owner.post(`${path}/test`));
    expect(asked.html).toContain("http_404");
    await owner.post(`${path}/disable`);
    const [row] = await query(shop, "select state from bank_feed where title like 'Panel%'");
    expect(row).toEqual({ state: "disabled" });
    const entries = await query(
      shop,
      "select action from panel_audit where object_kind = 'feed' and action not like '%.refused'",
    );
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      "feed.added",
      "feed.disabled",
      "feed.tested",
    ]);
  });

  it("is read under the new vault key after a rotation", async () => {
    const vaultKeys = `${randomBytes(32).toString("base64")},${VAULT_KEY}`;
    const rotated = await openInstallation({
      config: readConfig({ VEZNE_VAULT_KEY: vaultKeys }),
      database: shop.database.connection,
      clock: shop.clock,
      random,
      logger: createLogger("silent"),
    });
    const options = { forgetOld: false, leaveKms: false, patienceMs: 0 };
    await rotateVault(rotated, options, () => Promise.resolve());
    const keys = await vaultKeyStatus(rotated);
    const counts = keys.map(({ age, accountFeeds }) => [age !== undefined, accountFeeds]);
    expect(counts).toEqual([
      [true, 7],
      [false, 0],
    ]);
    expect((await rotated.accountFeeds.open(feed.feedId))?.["client_secret"]?.reveal()).toBe(
      "sandbox-secret",
    );
    await rotated.close();
  });
});
