import type { Credentials } from "../../../domain/connection/ports.ts";
import type { FeedAnswer } from "../../../domain/account-feed/ports.ts";
import type { Instant } from "../../../kernel/clock.ts";
import { parseExactRecord } from "../../../kernel/exact-json.ts";
import { formatIstanbul } from "../../../kernel/istanbul-time.ts";
import { isRecord, parseRecord, type JsonRecord } from "../../../kernel/json.ts";
import { mask, type BankAnswer, type BankLine } from "../kit/bank-call.ts";
import { PATHS } from "./form.ts";

/** The bank's interface with the credentials of one feed. */
export type Channel = {
  readonly line: BankLine;
  /** The bank's address without a path. */
  readonly address: string;
  readonly credentials: Credentials;
};

export type Question = {
  readonly from: Instant;
  readonly until: Instant;
  /** From 1. */
  readonly page: number;
  readonly size: number;
};

export type Page = { readonly kind: "page"; readonly rows: readonly unknown[] };
const TIME_FORM = "yyyy-MM-ddTHH:mm:ss.SSS";

type Failure = Exclude<FeedAnswer, { kind: "read" }>;

/** The bank's reasons that a person must mend; a text of ours where the bank's is unclear. */
const REASONS: Readonly<Record<string, string>> = {
  "2": "the consent is missing",
  "4": "the API key and the consent don't belong together",
  "5": "the branch or account is wrong",
  "6": "the account is not in the consent",
  "13": "the IBAN is not in the consent",
};

/**
 * Asks for one page of the account's lines. A token serves one call, so each page needs its own; a
 * token that the bank refuses is replaced once.
 */
export async function askPage(channel: Channel, question: Question): Promise<Page | Failure> {
  const first = await askOnce(channel, question);
  const isTokenRefused = first.kind === "refused" && first.code === "http_401";
  return isTokenRefused ? askOnce(channel, question) : first;
}

async function askOnce(channel: Channel, question: Question): Promise<Page | Failure> {
  const token = await askToken(channel);
  if (typeof token !== "string") return token;
  const { address, line, credentials } = channel;
  const iban = credentialOf(credentials, "iban");
  const answer = await line.post({
    url: address + PATHS.transactions,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({
      consentId: credentialOf(credentials, "consent_id"),
      ...(iban === "" ? {} : { IBAN: iban }),
      startDate: formatIstanbul(question.from, TIME_FORM),
      endDate: formatIstanbul(question.until, TIME_FORM),
      pageIndex: question.page,
      pageSize: question.size,
    }),
  });
  return readPage(channel, answer);
}

async function askToken({ address, line, credentials }: Channel): Promise<string | Failure> {
  const redirect = credentialOf(credentials, "redirect_uri");
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: credentialOf(credentials, "client_id"),
    client_secret: credentialOf(credentials, "client_secret"),
    scope: "oob",
    ...(redirect === "" ? {} : { redirect_uri: redirect }),
  });
  const answer = await line.post({
    url: address + PATHS.token,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form.toString(),
  });
  if (answer.kind === "silent") return { kind: "unknown", code: answer.cause };
  const found = parseRecord(answer.text);
  const token = found?.["access_token"];
  if (answer.status === 200 && typeof token === "string" && token !== "") return token;
  const told = found?.["error_description"] ?? found?.["error"];
  const isOfClient = answer.status === 400 || answer.status === 401;
  if (!isOfClient) return httpFailure(answer);
  return { kind: "refused", code: "token_refused", message: mask(shown(told), credentials) };
}

function readPage({ credentials }: Channel, answer: BankAnswer): Page | Failure {
  if (answer.kind === "silent") return { kind: "unknown", code: answer.cause };
  const found = parseExactRecord(answer.text);
  const result = isRecord(found?.["result"]) ? found["result"] : undefined;
  if (result === undefined) return httpFailure(answer);
  const code = shown(result["returnCode"]);
  const rows = found?.["transactions"];
  if (answer.status === 200 && code === "200") {
    // An account without lines in the window has an empty list or none.
    return { kind: "page", rows: Array.isArray(rows) ? rows : [] };
  }
  if (answer.status === 429 || answer.status >= 500) return httpFailure(answer);
  return reasonOf(result, credentials);
}

function reasonOf(result: JsonRecord, credentials: Credentials): Failure {
  const reason = shown(result["reasonCode"]);
  const told = mask(shown(result["messageText"]), credentials);
  const meaning = REASONS[reason];
  const message = [meaning, told].filter((part) => part !== undefined && part !== "").join(": ");
  return { kind: "refused", code: `reason_${reason === "" ? "unknown" : reason}`, message };
}

/** 429 is the limit of the plan, and 5xx the bank's own trouble: both pass. */
function httpFailure({ status, pauseMs }: Extract<BankAnswer, { kind: "answered" }>): Failure {
  const code = `http_${status}`;
  const isPassing = status === 429 || status >= 500 || status < 400;
  if (!isPassing) return { kind: "refused", code };
  return { kind: "unknown", code, ...(pauseMs === undefined ? {} : { pauseMs }) };
}

function credentialOf(credentials: Credentials, name: string): string {
  return credentials[name]?.reveal() ?? "";
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : "";
}
