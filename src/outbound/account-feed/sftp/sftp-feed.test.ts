// tier: push
import { randomBytes } from "node:crypto";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readHere } from "../../../../test/support/file-reader.ts";
import {
  newHostKey,
  startSftpServer,
  type SftpServer,
} from "../../../../test/support/sftp-server.ts";
import { camt053, mt940 } from "../../../../test/support/statements.ts";
import { NO_PROGRESS, type AccountFeed } from "../../../domain/account-feed/account-feed.ts";
import { checkFeedCredentials } from "../../../domain/account-feed/check-feed.ts";
import { DAY, instant, later, SECOND } from "../../../kernel/clock.ts";
import { parseFeedId } from "../../../kernel/ids.ts";
import { secretsOf } from "../../../kernel/secret.ts";
import { hostRule } from "../kit/host-rule.ts";
import { isWanted } from "./file-name.ts";
import { SFTP_FORM } from "./form.ts";
import { sftpFeed } from "./sftp-feed.ts";

const NOW = instant(Date.parse("2026-11-30T12:00:00Z"));
const AT = NOW / SECOND - 60;
const IBAN = "TR330006200000000123456789";

const ED25519 = newHostKey();
const RSA = newHostKey("rsa", { bits: 2_048 });
const CLIENT = newHostKey();
const PIN = ED25519.fingerprint;

const statement = (reference: string, iban = IBAN): string =>
  camt053(iban, [{ reference, minor: 125_000, description: `GELEN FAST ${reference}` }]);

describe("statements on a bank's SFTP server", () => {
  let server: SftpServer;
  let memory: unknown;
  let pauses: (() => void)[] = [];
  beforeAll(async () => {
    server = await startSftpServer([ED25519.private, RSA.private]);
  });
  beforeEach(() => {
    server.files.clear();
    server.read.splice(0);
    server.passwords.splice(0);
    server.isSilent = false;
    memory = undefined;
    pauses = [];
  });
  afterEach(() => expect(pauses).toEqual([]));
  afterAll(() => server.close());

  const put = (name: string, content: string | Uint8Array, changedAt = AT): void =>
    void server.files.set(name, { content, changedAt });

  function rename(content: string): void {
    server.files.clear();
    put("b.xml", content);
  }

  const given = (values: Record<string, string>) =>
    secretsOf({
      host: "127.0.0.1",
      port: String(server.port),
      username: "vezne",
      password: "geheim",
      host_key: PIN,
      ...values,
    });
  const feedOf = (named: readonly string[], times = {}) =>
    sftpFeed({
      rule: hostRule({ loopback: { webhookLoopback: false, isRehearsal: false }, named }),
      files: readHere,
      pause: () => Promise.resolve(pauses.shift()?.()),
      ...times,
    });

  async function look(
    values: Record<string, string> = {},
    { named = ["127.0.0.1"], now = NOW, times = {} } = {},
  ) {
    const taken: string[] = [];
    const result = await feedOf(named, times).look({
      feed: { ...FEED, memory },
      credentials: given(values),
      from: later(NOW, -3 * DAY),
      now,
      mayGoOn: () => true,
      extracts: undefined,
      take: (lines) =>
        Promise.resolve(
          void taken.push(...lines.map(({ bankKey }) => bankKey.split("-")[0] ?? "")),
        ),
    });
    // As the database keeps it.
    if (result.kind === "read") memory = JSON.parse(JSON.stringify(result.memory));
    return { result, taken };
  }
  const READ = { kind: "read", setAside: [] };

  it("takes the lines of each file once, whatever its form", async () => {
    put("a.xml", statement("R1"));
    put("B.STA", mt940(IBAN, [{ reference: "R2", minor: 125_000, description: "X" }]));
    expect(await look()).toMatchObject({ result: READ, taken: ["R2", "R1"] });
    expect(await look()).toMatchObject({ result: READ, taken: [] });
    expect(server.read).toEqual(["B.STA", "a.xml"]);
  });

  it.each<[string, (content: string) => void, readonly string[]]>([
    ["under a new name", rename, ["R1"]],
    ["with a new time", (content) => put("a.xml", content, AT + 1), ["R1"]],
    ["with more lines", () => put("a.xml", statement("R22")), ["R22"]],
    ["beside a late file of an earlier day", () => put("z", statement("R3"), AT - 99_999), ["R3"]],
    ["once it has come back", (content) => put("a.xml", content), []],
  ])("reads a file again %s, and nothing else", async (_how, change, expected) => {
    put("a.xml", statement("R1"));
    await look();
    server.read.splice(0);
    change(statement("R1"));
    expect(await look()).toMatchObject({ result: READ, taken: expected });
    expect(server.read).toHaveLength(expected.length);
  });

  it("reads no file from before its first look, but one that is laid there later", async () => {
    put("old.xml", statement("R1"), AT - 30 * 86_400);
    expect(await look()).toMatchObject({ result: READ, taken: [] });
    put("late.xml", statement("R2"), AT - 29 * 86_400);
    expect(await look()).toMatchObject({ result: READ, taken: ["R2"] });
    expect(await look({ directory: "/other" })).toMatchObject({ result: READ, taken: [] });
  });

  it("waits for a file that still grows, and for one that has not its own name yet", async () => {
    put("a.xml", statement("R1").slice(0, 900));
    put("b.xml.filepart", statement("R2"));
    pauses.push(() => put("a.xml", statement("R1").slice(0, 1_000)));
    expect(await look()).toMatchObject({ result: READ, taken: [] });
    expect(server.read).toEqual([]);
    put("a.xml", statement("R1"));
    server.files.delete("b.xml.filepart");
    put("b.xml", statement("R2"));
    expect((await look()).taken.toSorted()).toEqual(["R1", "R2"]);
  });

  it("sets a cut or unknown file aside with its reason, takes the others, and mends it", async () => {
    put("a.xml", statement("R1").slice(0, 900));
    put("b.xml", statement("R2"));
    put("c.bin", Buffer.from([0, 1, 2, 255, 254]));
    const [cut = ""] = mt940(IBAN, [{ reference: "R4", minor: 5, description: "X" }]).split(
      ":62F:",
    );
    put("d.sta", cut);
    const first = await look();
    expect(first.taken).toEqual(["R2"]);
    expect(first.result).toMatchObject({
      kind: "read",
      setAside: [
        { name: "a.xml", reason: "the file is not well-formed, or cut off" },
        { name: "c.bin", reason: expect.stringContaining("the file is") },
        { name: "d.sta", reason: expect.stringContaining("is cut off") },
      ],
    });
    const { length } = server.read;
    expect((await look()).result).toMatchObject({ setAside: [{}, {}, {}] });
    expect(server.read).toHaveLength(length);
    put("a.xml", statement("R1"));
    expect(await look()).toMatchObject({ taken: ["R1"], result: { setAside: [{}, {}] } });
    // A file that stays faulty is told for a week: its bank may never take it away.
    const { result } = await look({}, { now: later(NOW, 8 * DAY) });
    expect(result).toMatchObject(READ);
  });

  it("tries a file again that the server does not give", async () => {
    server.files.set("a.xml", { content: statement("R1"), changedAt: AT, refusal: 3 });
    put("b.xml", statement("R2"));
    const { result, taken } = await look();
    expect(taken).toEqual(["R2"]);
    expect(result).toMatchObject({
      setAside: [{ name: "a.xml", reason: "the server does not permit to read it" }],
    });
    put("a.xml", statement("R1"));
    expect(await look()).toMatchObject({ result: READ, taken: ["R1"] });
  });

  it("reads no folder, link or unusable name, and no file that is too large", async () => {
    server.files.set("folder", { content: "", changedAt: AT, mode: 0o040_755 });
    server.files.set("link", { content: statement("R1"), changedAt: AT, mode: 0o120_777 });
    put("../../etc/passwd", statement("R2"));
    put("\u001b[31m.xml", statement("R3"));
    put("large.sta", Buffer.alloc(16 * 1_024 * 1_024 + 1, "x"));
    const { result, taken } = await look();
    expect([taken, server.read]).toEqual([[], []]);
    expect(result).toMatchObject({
      setAside: [{ name: "large.sta", reason: "it is larger than 16 MB" }],
    });
  });

  it("refuses a directory with more files of its pattern than it can know", async () => {
    for (let index = 0; index < 2_001; index += 1) put(`f${index}.xml`, "");
    expect((await look()).result).toMatchObject({ kind: "refused", code: "too_many_files" });
    expect((await look({ pattern: "f1*.sta" })).result).toMatchObject(READ);
  });

  it.each([
    [{ password: "falsch" }, { kind: "refused", code: "login_refused" }],
    [{ directory: "/yok" }, { kind: "refused", code: "directory_missing" }],
    [{ private_key: "-----BEGIN OPENSSH PRIVATE KEY-----x" }, { code: "private_key_unreadable" }],
    [{ port: "1" }, { kind: "unknown", code: "econnrefused" }],
  ])("tells %j apart", async (values, expected) => {
    const answer = await feedOf(["127.0.0.1"]).check(FEED, given(values), NOW);
    expect(answer).toMatchObject(expected);
  });

  it("sends no password to a server without the pinned key, and shows the keys it has", async () => {
    const keys = `the server has ${PIN}, ${RSA.fingerprint}`;
    expect((await look({ host_key: "" })).result).toEqual({
      kind: "refused",
      code: "host_key_missing",
      message: `no host_key is set; ${keys}`,
    });
    const other = CLIENT.fingerprint;
    expect((await look({ host_key: other })).result).toEqual({
      kind: "refused",
      code: "host_key_differs",
      message: `host_key is ${other}; ${keys}`,
    });
    expect(server.passwords).toEqual([]);
  });

  it("accepts the key of the letter although the server prefers another one", async () => {
    put("a.xml", statement("R1"));
    expect(await look({ host_key: RSA.fingerprint })).toMatchObject({ taken: ["R1"] });
    expect(memory).toMatchObject({ keyKind: "rsa" });
  });

  it("logs in with a key, also where a form has taken the ends of its lines", async () => {
    for (const private_key of [CLIENT.private, CLIENT.private.replaceAll("\n", " ")]) {
      const answer = await feedOf(["127.0.0.1"]).check(
        FEED,
        given({ private_key, password: "" }),
        NOW,
      );
      expect(answer).toEqual(READ);
    }
  });

  it("calls an address of this machine or its network only if the operator names it", async () => {
    expect((await look({}, { named: [] })).result).toMatchObject({
      kind: "refused",
      code: "address_not_allowed",
    });
    expect((await look({ host: "10.0.0.7" }, { named: [] })).result).toMatchObject({
      code: "address_not_allowed",
    });
  });

  it("gives up a server that answers no more, and reads its files later", async () => {
    put("a.xml", statement("R1"));
    server.isSilent = true;
    const { result } = await look({}, { times: { wholeMs: 300 } });
    expect(result).toEqual({ kind: "unknown", code: "timeout" });
    server.isSilent = false;
    expect((await look()).taken).toEqual(["R1"]);
  });

  it.each<[string, (socket: Socket) => void, string]>([
    ["hangs up", (socket) => socket.destroy(), "closed"],
    ["breaks the connection", (socket) => socket.resetAndDestroy(), "econnreset"],
    ["speaks another protocol", (socket) => socket.end("HTTP/1.1 400 Bad\r\n\r\n"), "closed"],
    ["sends endless lines", (socket) => socket.write("x\r\n".repeat(99_999)), "closed"],
    ["has another version", (socket) => socket.write("SSH-1.0-x\r\n"), "closed"],
    [
      "sends no packets",
      (socket) => socket.write(Buffer.concat([Buffer.from("SSH-2.0-x\r\n"), randomBytes(65_536)])),
      "closed",
    ],
    ["is silent", () => undefined, "timeout"],
  ])("gives up a server that %s", async (_how, answer, code) => {
    const sockets = new Set<Socket>();
    const stranger = createServer((socket) => {
      sockets.add(socket.on("error", () => undefined));
      answer(socket);
    });
    const port = await new Promise<number>((done) => {
      stranger.listen(0, "127.0.0.1", () => done((stranger.address() as AddressInfo).port));
    });
    const { result } = await look({ port: String(port) }, { times: { loginMs: 200 } });
    expect(result).toMatchObject({ kind: "unknown", code });
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => stranger.close(done));
  });

  it("needs a password or a key, and a fingerprint of the right form", () => {
    const check = (values: Record<string, string>) => {
      const base = { host: "sftp.bank.example", username: "u", ...values };
      const checked = checkFeedCredentials(secretsOf(base), SFTP_FORM);
      return checked.ok ? [] : checked.refusal.map(({ field, problem }) => [field, problem]);
    };
    expect(check({})).toEqual([["credentials.password", "required"]]);
    expect(check({ password: "p", port: "65535", host_key: PIN })).toEqual([]);
    expect(check({ private_key: CLIENT.private, port: "65536" })).toEqual([
      ["credentials.port", "does_not_match"],
    ]);
    expect(check({ password: "p", host_key: "MD5:00" })).toEqual([
      ["credentials.host_key", "does_not_match"],
    ]);
  });
});

it.each([
  ["HSP1.STA", "hsp*.sta", true],
  ["HSP1.STA.gz", "hsp*.sta", false],
  ["HSP12.sta", "hsp?.sta", false],
  ["a".repeat(255), `${"*a".repeat(100)}b`, false],
  ["x.tmp", "", false],
  [".x", "", false],
])("compares %s with the pattern %s", (name, pattern, expected) => {
  expect(isWanted(name, pattern)).toBe(expected);
});

const feedId = parseFeedId("fed_0123456789abcdef");
if (feedId === undefined) throw new Error("the id of the test's feed is none");
const FEED: AccountFeed = {
  ...NO_PROGRESS,
  feedId,
  owner: undefined,
  protocol: "sftp",
  title: "SFTP",
  extractsOf: undefined,
  hosts: "bank",
  shownCredentials: {},
  everySeconds: 60,
  state: "active",
  createdAt: NOW,
  updatedAt: NOW,
  dueAt: NOW,
};
