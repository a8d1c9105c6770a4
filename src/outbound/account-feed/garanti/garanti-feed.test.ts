import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { endServer, listenLocally, serverOf } from "../../../../test/support/local-server.ts";
import { NO_PROGRESS, type AccountFeed } from "../../../domain/account-feed/account-feed.ts";
import type { FeedAnswer } from "../../../domain/account-feed/ports.ts";
import type { StatementLine } from "../../../domain/transfer/statement-line.ts";
import { DAY, instant, later } from "../../../kernel/clock.ts";
import { parseFeedId } from "../../../kernel/ids.ts";
import { secretsOf } from "../../../kernel/secret.ts";
import { openOwnLine, openPublicLine } from "../kit/bank-call.ts";
import { garantiFeed } from "./garanti-feed.ts";

const NOW = instant(Date.parse("2026-11-30T12:00:00Z"));
const IBAN = "TR330006200000000123456789";

type Asked = { readonly token: string; readonly body: Record<string, unknown> };
type Reply = {
  readonly status?: number;
  readonly head?: Record<string, string>;
  readonly text: string;
};

const rowText = (fields: Readonly<Record<string, string>>): string => {
  const members = {
    transactionInstanceId: '"2026-11-30-09.00.00.000001"',
    IBAN: `"${IBAN}"`,
    currencyCode: '"TL "',
    activityDate: '"2026-11-30"',
    txnCreditDebitIndicator: '"A"',
    amount: "1234.10",
    explanation: '"GELEN FAST VZ7K2M9QTA"',
    ...fields,
  };
  return `{${Object.entries(members)
    .map(([name, value]) => `"${name}":${value}`)
    .join()}}`;
};
const pageOf = (...rows: readonly string[]): Reply => ({
  text: `{"result":{"returnCode":200,"reasonCode":1},"transactions":[${rows.join()}]}`,
});

describe("Garanti's account transactions", () => {
  const asked: Asked[] = [];
  let answer: (call: Asked) => Reply = () => pageOf();
  let tokens = 0;
  let answerToken = (): Reply => ({ text: `{"access_token":"t${(tokens += 1)}"}` });
  const server = serverOf(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const isToken = request.url === "/auth/oauth/v2/token";
    const call = {
      token: request.headers.authorization ?? "",
      body: isToken ? {} : JSON.parse(body),
    };
    if (!isToken) asked.push(call);
    const { status = 200, head = {}, text } = isToken ? answerToken() : answer(call);
    response.writeHead(status, head).end(text);
  });
  const line = openOwnLine();
  let feed: ReturnType<typeof garantiFeed>;
  beforeAll(async () => {
    const bankAddress = `http://127.0.0.1:${await listenLocally(server)}`;
    feed = garantiFeed({ bank: line, simulated: undefined, bankAddress });
  });
  beforeEach(() => void asked.splice(0));
  afterAll(async () => {
    await line.close();
    await endServer(server);
  });

  async function look(daysBack = 3, values: Record<string, string> = {}) {
    const lines: StatementLine[] = [];
    const result = await feed.look({
      feed: FEED,
      credentials: secretsOf({
        client_id: "c",
        client_secret: "geheim",
        consent_id: "r",
        ...values,
      }),
      from: later(NOW, -daysBack * DAY),
      now: NOW,
      mayGoOn: () => true,
      extracts: undefined,
      take: (some) => Promise.resolve(void lines.push(...some)),
    });
    return { result, lines };
  }

  it("reads the sender's side, not the holder, and the amount as it is written", async () => {
    const enrichmentInformation =
      '[{"enrichmentCode":"MUS","enrichmentValue":{"nameSurnameText":"DEMIR LTD",' +
      '"corrNameSurnameText":"AYŞE YILMAZ","corrIBAN":"TR12 0006 2000"}}]';
    answer = () =>
      pageOf(rowText({ enrichmentInformation }), rowText({ txnCreditDebitIndicator: '"B"' }));
    const { result, lines } = await look();
    expect(result).toEqual({ kind: "read", setAside: [] });
    expect(lines).toEqual([
      {
        account: IBAN,
        bankKey: "2026-11-30-09.00.00.000001",
        source: "feed",
        amount: { minor: 123_410n, currency: "TRY" },
        description: "GELEN FAST VZ7K2M9QTA",
        senderName: "AYŞE YILMAZ",
        senderIban: "TR1200062000",
        bookedAt: Date.parse("2026-11-30T00:00:00Z"),
      },
    ]);
    expect(asked[0]?.body).toMatchObject({ startDate: "2026-11-27T15:00:00.000", pageIndex: 1 });
  });

  it.each([
    [{ amount: "1e3" }, 100_000n],
    [{ amount: '"1234.10"' }, 123_410n],
    [{ currencyCode: "null" }, 123_410n],
    [{ activityDate: '"2026-11-30T09:00:00"' }, 123_410n],
  ])("reads a row with %j", async (fields, minor) => {
    answer = () => pageOf(rowText(fields));
    const { lines } = await look(3, { currency: "TRY" });
    expect(lines.map(({ amount }) => amount)).toEqual([{ minor, currency: "TRY" }]);
  });

  it.each([
    [{ currencyCode: "null" }, "has no known currencyCode"],
    [{ currencyCode: '"XAU"' }, "has no known currencyCode"],
    [{ amount: "-5" }, "has an unreadable amount"],
    [{ amount: "1234.105" }, "has an unreadable amount"],
    [{ txnCreditDebitIndicator: '"X"' }, "has an unknown txnCreditDebitIndicator"],
    [{ transactionInstanceId: "null" }, "has no usable number"],
    [{ IBAN: "null" }, "has no IBAN"],
    [{ activityDate: '"30.11.2026"' }, "has an unreadable activityDate"],
  ])("sets a row with %j aside, and takes the others", async (fields, reason) => {
    answer = () => pageOf(rowText(fields), rowText({ transactionInstanceId: '"2"' }));
    const { result, lines } = await look();
    expect(result).toMatchObject({ kind: "read", setAside: [{ reason }] });
    expect(lines.map(({ bankKey }) => bankKey)).toEqual(["2"]);
  });

  it("asks for each page with a token of its own, until a page is not full", async () => {
    const full = Array.from({ length: 500 }, (_, index) =>
      rowText({ transactionInstanceId: `"${index}"` }),
    );
    answer = ({ body }) => (body["pageIndex"] === 1 ? pageOf(...full) : pageOf(full[499] ?? ""));
    const { lines } = await look();
    expect(lines).toHaveLength(501);
    expect(asked.map(({ body }) => body["pageIndex"])).toEqual([1, 2]);
    expect(new Set(asked.map(({ token }) => token)).size).toBe(2);
  });

  it("asks for a long time in windows that the bank allows", async () => {
    answer = () => pageOf();
    await look(70);
    const days = asked.map(({ body }) => {
      const [start, end] = [String(body["startDate"]), String(body["endDate"])].map(Date.parse);
      return ((end ?? 0) - (start ?? 0)) / DAY;
    });
    expect(days).toEqual([29, 29, 13]);
  });

  it("takes a new token once if the bank refuses the first one", async () => {
    answer = () =>
      asked.length === 1 ? { status: 401, text: '{"error":"used"}' } : pageOf(rowText({}));
    const { result, lines } = await look();
    expect(result.kind).toBe("read");
    expect(lines).toHaveLength(1);
  });

  it.each<[Reply, FeedAnswer]>([
    [
      { status: 429, head: { "retry-after": "30" }, text: "limit" },
      { kind: "unknown", code: "http_429", pauseMs: 30_000 },
    ],
    [
      { status: 503, text: "<html>" },
      { kind: "unknown", code: "http_503" },
    ],
    [{ text: "<html>bakım</html>" }, { kind: "unknown", code: "http_200" }],
    [{ text: '{"result":{"returnCode":200}' }, { kind: "unknown", code: "http_200" }],
    [
      { text: '{"result":{"returnCode":400,"reasonCode":6,"messageText":"geheim yok"}}' },
      {
        kind: "refused",
        code: "reason_6",
        message: "the account is not in the consent: [secret] yok",
      },
    ],
    [
      { status: 403, text: "" },
      { kind: "refused", code: "http_403" },
    ],
  ])("tells %j apart", async (reply, expected) => {
    answer = () => reply;
    expect((await look()).result).toEqual(expected);
  });

  it("says that the token is refused without repeating the secret", async () => {
    const before = answerToken;
    answerToken = () => ({ status: 401, text: '{"error_description":"geheim is wrong"}' });
    expect((await look()).result).toEqual({
      kind: "refused",
      code: "token_refused",
      message: "[secret] is wrong",
    });
    answerToken = before;
  });

  it("never calls an address of this machine as a bank's", async () => {
    const outside = openPublicLine();
    const port = (server.address() as { port: number }).port;
    const url = `http://127.0.0.1:${port}/auth/oauth/v2/token`;
    expect(await outside.post({ url, headers: {}, body: "" })).toEqual({
      kind: "silent",
      cause: "address_not_allowed",
    });
    await outside.close();
  });
});

const feedId = parseFeedId("fed_0123456789abcdef");
if (feedId === undefined) throw new Error("the id of the test's feed is none");
const FEED: AccountFeed = {
  ...NO_PROGRESS,
  feedId,
  owner: undefined,
  protocol: "garanti",
  title: "Garanti",
  extractsOf: undefined,
  hosts: "bank",
  shownCredentials: {},
  everySeconds: 60,
  state: "active",
  createdAt: NOW,
  updatedAt: NOW,
  dueAt: NOW,
};
