import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDoubleBank } from "../../../test/support/protocol-double.ts";
import { connectionOf, ruleOf } from "../../../test/support/connections.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { movableClock } from "../../../test/support/sandbox-bank.ts";
import { merchantMaker, type TestMerchant } from "../../../test/support/service.ts";
import { readConfig } from "../../config/config.ts";
import type { ConnectionDraft } from "../../domain/connection/check-connection.ts";
import {
  addConnection,
  changeConnection,
  moveConnection,
} from "../../domain/connection/manage-connection.ts";
import { later as after } from "../../kernel/clock.ts";
import { newAttemptId, type AttemptId } from "../../kernel/ids.ts";
import { Secret } from "../../kernel/secret.ts";
import { openInstallation, type Installation } from "../../service/installation/installation.ts";
import { rotateVault, vaultKeyStatus } from "../../service/runtime/vault-rotation.ts";
import { createLogger } from "../../system/logger.ts";
import { MIGRATIONS } from "../../database/migration/migration-file.ts";
import { openConnectionRoster } from "./connection-roster.ts";
import { forgetReturnDifferences } from "./return-differences.ts";

const random = { bytes: (count: number) => randomBytes(count) };
const keyOf = (): string => randomBytes(32).toString("base64");
const PASSWORD = "very s3cret pass".replaceAll(" ", "-");

describe("acquirer connections in the database", () => {
  const { protocol } = createDoubleBank();
  const firstKey = keyOf();
  let database: TestDatabase;
  let shop: Installation;
  let merchant: TestMerchant["merchant"];
  const clock = movableClock();
  const open = (vaultKey: string): Promise<Installation> =>
    openInstallation({
      config: readConfig({ VEZNE_VAULT_KEY: vaultKey }),
      database: database.connection,
      clock,
      random,
      logger: createLogger("silent"),
      connections: { applicationName: "test", max: 3 },
    });
  beforeAll(async () => {
    database = await createTestDatabase();
    shop = await open(firstKey);
  });
  beforeEach(async () => {
    const maker = merchantMaker(database.open({ max: 1 }), { clock, merchants: shop.merchants });
    ({ merchant } = await maker("Kitapçı"));
  });
  afterAll(async () => {
    await shop.close();
    await database.drop();
  });

  const draftOf = (terminal: string, changes: Partial<ConnectionDraft> = {}) => ({
    ...connectionOf(1),
    merchantId: merchant.merchantId,
    mode: "test" as const,
    bank: "firstbank",
    hosts: "",
    title: `Terminal ${terminal}`,
    model: "",
    acceptedMdStatus: [],
    installmentCounts: ["3"],
    programs: ["Bonus"],
    currencies: ["TRY"],
    weight: "",
    holdDays: "",
    credentials: { client_id: new Secret(terminal), password: new Secret(PASSWORD) },
    isUntested: true,
    ...changes,
  });
  const desk = () => ({ ...shop, askBank: () => Promise.reject(new Error("untested")) });
  const add = async (terminal: string, changes: Partial<ConnectionDraft> = {}) => {
    const added = await addConnection(desk(), draftOf(terminal, changes), protocol);
    if (!added.ok) throw new Error(JSON.stringify(added.refusal));
    return added.value;
  };
  const passwordOf = async (
    installation: Installation,
    id: Parameters<Installation["connections"]["open"]>[0],
  ) => (await installation.connections.open(id))?.["password"]?.reveal();

  it("keep their credentials encrypted, and give them back to the adapter", async () => {
    const { connectionId } = await add("700001");
    expect(await passwordOf(shop, connectionId)).toBe(PASSWORD);
    const { rows } = await shop.pool.query<Record<string, unknown>>(
      "select row_to_json(c)::text as row from acquirer_connection c",
    );
    expect(JSON.stringify(rows)).not.toContain(PASSWORD);
    expect(JSON.stringify(await shop.connections.find(connectionId))).not.toContain(PASSWORD);
  });

  it("can't be read under the id of another connection", async () => {
    const [first, second] = [await add("700002"), await add("700003")];
    await shop.pool.query(
      `update acquirer_connection set credentials = (
         select credentials from acquirer_connection where connection_id = $1
       ) where connection_id = $2`,
      [first.connectionId, second.connectionId],
    );
    expect(await passwordOf(shop, second.connectionId)).toBeUndefined();
  });

  it("refuse a terminal or title of another connection until that one is retired", async () => {
    const first = await add("700004");
    const same = (changes = {}) => addConnection(desk(), draftOf("700004", changes), protocol);
    const namesake = await addConnection(
      desk(),
      draftOf("700044", { title: first.title }),
      protocol,
    );
    expect(namesake).toMatchObject({ refusal: [{ field: "title", problem: "title_taken" }] });
    expect(await same({ title: "other" })).toMatchObject({
      refusal: [{ field: "credentials", problem: "terminal_taken" }],
    });
    expect(await moveConnection(shop, first, "retired")).toBe(true);
    expect(await same()).toMatchObject({ ok: true });
    expect(await moveConnection(shop, first, "active")).toBe(false);
  });

  it("refuse another spelling of a terminal, and take new credentials under it", async () => {
    const first = await add("0700020", { mode: "live" });
    expect(first).toMatchObject({ shownCredentials: { client_id: "0700020" } });
    const other = { ...draftOf("700020", { mode: "live" }), title: "other" };
    expect(await addConnection(desk(), other, protocol)).toMatchObject({
      refusal: [{ field: "credentials", problem: "terminal_taken" }],
    });
    const connection = await shop.connections.find(first.connectionId);
    if (connection === undefined) throw new Error("it is stored");
    const { credentials, ...settings } = draftOf("00700020");
    const change = { connection, settings, credentials, isUntested: true };
    expect(await changeConnection(desk(), change, protocol)).toMatchObject({ ok: true });
  });

  it("get the spelling of their terminal by a migration, unless another one has it", async () => {
    const spelled = async (terminal: string, stored: string) => {
      clock.move(1_000);
      const { connectionId } = await add(terminal);
      await shop.pool.query(
        "update acquirer_connection set terminal = $2 where connection_id = $1",
        [connectionId, stored],
      );
      return async () => (await shop.connections.find(connectionId))?.terminal;
    };
    const rows = [
      await spelled("700031", "0700031/00ab0012"),
      await spelled("700032", "00700040"),
      await spelled("700033", "0700040"),
      await spelled("700034", "0700041"),
      await spelled("700035", "700041"),
    ];
    const sql = await readFile(join(MIGRATIONS, "vezne/0081-spelling-of-terminals.sql"), "utf8");
    await shop.pool.query(sql);
    const terminals = await Promise.all(rows.map((terminalOf) => terminalOf()));
    const expected = ["700031/00AB0012", "700040", "0700040", "0700041", "700041"];
    expect(terminals).toEqual(expected);
  });

  it("let another merchant use a test terminal that banks publish, but no live terminal", async () => {
    await add("700005");
    await add("700006", { mode: "live" });
    const maker = merchantMaker(database.open({ max: 1 }), { clock, merchants: shop.merchants });
    const other = (await maker("Fırın")).merchant.merchantId;
    const addTo = (terminal: string, mode: "test" | "live") =>
      addConnection(desk(), { ...draftOf(terminal, { mode }), merchantId: other }, protocol);
    expect(await addTo("700005", "test")).toMatchObject({ ok: true });
    expect(await addTo("700006", "live")).toMatchObject({
      refusal: [{ problem: "terminal_taken" }],
    });
  });

  it("take new credentials of the same terminal only, and no change of an old version", async () => {
    const connection = await add("700007");
    const stored = await shop.connections.find(connection.connectionId);
    if (stored === undefined) throw new Error("it is stored");
    const change = (terminal: string, password: string) =>
      changeConnection(
        desk(),
        {
          connection: stored,
          settings: { ...draftOf(terminal), title: "renamed" },
          credentials: { client_id: new Secret(terminal), password: new Secret(password) },
          isUntested: true,
        },
        protocol,
      );
    expect(await change("700099", "another")).toMatchObject({
      refusal: [{ problem: "other_terminal" }],
    });
    expect(await change("700007", "another")).toMatchObject({ ok: true });
    expect(await passwordOf(shop, stored.connectionId)).toBe("another");
    expect(await change("700007", "stale")).toMatchObject({
      refusal: [{ problem: "changed_meanwhile" }],
    });
  });

  it("keep the word about a store key for the credentials under which it was said", async () => {
    const connection = await add("700008");
    const { connectionId } = connection;
    const stored = async () => {
      const found = await shop.connections.find(connectionId);
      if (found === undefined) throw new Error("it is stored");
      return found;
    };
    const note = async (kind: "proved" | "doubted", version: number) => {
      await shop.connections.noteKey(connectionId, { kind, at: clock.now() }, version);
      return (await stored()).keyNote?.kind;
    };
    const { credentialsVersion: first } = await stored();
    expect(await note("doubted", first)).toBe("doubted");
    expect(await note("proved", first)).toBe("proved");
    expect(await note("doubted", first)).toBe("proved");
    const change = async (credentials: Readonly<Record<string, Secret>> | undefined) =>
      changeConnection(
        desk(),
        {
          connection: await stored(),
          settings: { ...draftOf("700008"), title: "kept" },
          credentials,
          isUntested: true,
        },
        protocol,
      );
    await change(undefined);
    expect((await stored()).keyNote?.kind).toBe("proved");
    await change({ client_id: new Secret("700008"), password: new Secret("anew") });
    expect((await stored()).keyNote).toBeUndefined();
    expect(await note("proved", first)).toBeUndefined();
    expect(await note("proved", (await stored()).credentialsVersion)).toBe("proved");
  });

  it("keep one difference of an attempt, and the newest twenty of a connection", async () => {
    const { connectionId, merchantId } = await add("700009");
    const [signed] = [{ algorithm: "x", fields: [], own: "a", given: "b", causes: [] }];
    const ids: AttemptId[] = [];
    for (let number = 0; number < 25; number += 1) {
      clock.move(1_000);
      const attemptId = newAttemptId(merchantId, { now: clock.now(), random });
      ids.push(attemptId);
      const difference = { ...signed, connectionId, attemptId, at: clock.now() };
      await shop.returnDifferences.note(difference);
      await shop.returnDifferences.note({ ...difference, own: "later" });
    }
    const kept = await shop.returnDifferences.list(connectionId);
    expect(kept.map(({ attemptId }) => attemptId)).toEqual(ids.slice(5).toReversed());
    expect(kept[0]).toMatchObject({ own: "a" });
    await forgetReturnDifferences(shop.pool, after(clock.now(), 1));
    expect(await shop.returnDifferences.list(connectionId)).toEqual([]);
  });

  it("reach another process with its next check, together with the rules", async () => {
    const elsewhere = await open(firstKey);
    try {
      const roster = await openConnectionRoster(elsewhere.connectionTable);
      const owner = { merchantId: merchant.merchantId, mode: "live" as const };
      const connection = await add("700008", { mode: "live" });
      expect(roster.of(owner)).toEqual([]);
      await roster.refresh();
      expect(roster.of(owner)).toMatchObject([{ connectionId: connection.connectionId }]);
      expect(roster.hasLive()).toBe(true);
      const rule = ruleOf({
        connections: [connection.connectionId],
        binPrefixes: ["4543"],
        amountFrom: 5n,
        hours: { from: 22, to: 6 },
      });
      await shop.connections.replaceRules(owner, [rule, ruleOf({ connections: "own_bank" })]);
      await moveConnection(shop, connection, "disabled");
      await roster.refresh();
      expect(roster.rules(owner)).toEqual([rule, ruleOf({ connections: "own_bank" })]);
      expect(roster.of(owner)).toMatchObject([{ state: "disabled" }]);
      await moveConnection(shop, connection, "retired");
      await roster.refresh();
      expect(roster.of(owner)).toEqual([]);
    } finally {
      await elsewhere.close();
    }
  });

  it("are encrypted under the new key by a rotation, retired ones too", async () => {
    const [active, retired] = [await add("700009"), await add("700010")];
    await moveConnection(shop, retired, "retired");
    const secondKey = keyOf();
    const rotated = await open(`${secondKey},${firstKey}`);
    try {
      const options = { forgetOld: false, leaveKms: false, patienceMs: 0 };
      const rotation = await rotateVault(rotated, options, () => Promise.resolve());
      expect(rotation?.unreadable).toBe(1);
      const status = await vaultKeyStatus(rotated);
      const inForce = status.find(({ age }) => age !== undefined);
      expect(inForce?.keyId).toBe(rotation?.keyId);
      expect(inForce?.connections).toBeGreaterThan(2);
    } finally {
      await rotated.close();
    }
    const later = await open(secondKey);
    try {
      for (const { connectionId } of [active, retired]) {
        expect(await passwordOf(later, connectionId)).toBe(PASSWORD);
      }
    } finally {
      await later.close();
    }
  });
});
