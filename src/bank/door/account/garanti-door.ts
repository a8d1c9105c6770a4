import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { CURRENCIES } from "../../../kernel/currency.ts";
import { DAY, MINUTE, type Instant } from "../../../kernel/clock.ts";
import { decimalText } from "../../../kernel/decimal.ts";
import { formatIstanbul, readIstanbul } from "../../../kernel/istanbul-time.ts";
import { parseRecord, type JsonRecord } from "../../../kernel/json.ts";
import type { AccountLine } from "../../account-line.ts";
import type { BankDeps } from "../../bank-deps.ts";
import { answerDoor, type DoorAnswer } from "../kit/door-answer.ts";
import { accountsOf, isClient, WHOLE_BANK } from "./consent.ts";
import { OneTimeTokens } from "./one-time-tokens.ts";

const TOKEN = "/auth/oauth/v2/token";
const TRANSACTIONS = "/balancesandmovements/accountinformation/transaction/v1/gettransactions";

const TIME_FORM = "yyyy-MM-ddTHH:mm:ss.SSS";
const WINDOW_MAX_MS = 30 * DAY;
const PAGE_MAX = 500;
/** The plan of the portal: calls of a client in a minute. The bank's own client has none. */
const CALLS_MAX = 120;

type TextRequest = FastifyRequest<{ Body: string | undefined }>;

/** The account transactions of Garanti BBVA's developer portal, over the bank's accounts. */
export function garantiAccountDoor(app: FastifyInstance, deps: BankDeps): void {
  const tokens = new OneTimeTokens(deps);
  const plan = new Plan();
  // A feed asks every minute, so its requests are not logged.
  const options = { logLevel: "warn" as const };
  app.post(TOKEN, options, (request: TextRequest, reply) => {
    const form = new URLSearchParams(request.body ?? "");
    const client = form.get("client_id") ?? "";
    const secret = form.get("client_secret") ?? "";
    const isAsked = form.get("grant_type") === "client_credentials" && form.get("scope") === "oob";
    if (!isAsked || !isClient(deps.masterSecret, { client, secret })) {
      return reply.code(401).send({ error: "invalid_client", error_description: "unknown client" });
    }
    const token = tokens.make(client, deps.clock.now());
    return reply.send({ access_token: token, token_type: "Bearer", expires_in: 600, scope: "oob" });
  });
  app.post(TRANSACTIONS, options, (request: TextRequest, reply) => {
    const now = deps.clock.now();
    const [, token = ""] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "") ?? [];
    const client = tokens.use(token, now);
    if (client === undefined) return reply.code(401).send({ error: "invalid_token" });
    if (client !== WHOLE_BANK && !plan.take(client, now)) {
      return reply.code(429).header("retry-after", "60").send({ error: "plan limit" });
    }
    return answer(deps, { request, reply }, client);
  });
}

function answer(
  deps: BankDeps,
  wire: { readonly request: TextRequest; readonly reply: FastifyReply },
  client: string,
) {
  const body = parseRecord(wire.request.body ?? "") ?? {};
  return answerDoor(deps, wire, {
    operation: "feed",
    reference: textOf(body, "consentId"),
    work: () => transactions(deps, client, body),
    instead: { ipRefused: () => refusal("4", "IP yetkisiz") },
  });
}

async function transactions(
  { book }: BankDeps,
  client: string,
  body: JsonRecord,
): Promise<DoorAnswer> {
  const consent = accountsOf(client, textOf(body, "consentId"));
  if (consent === undefined) return refusal("2", "Riza bulunamadi");
  const asked = textOf(body, "IBAN");
  const iban = asked === "" ? consent.iban : asked;
  if (consent.iban !== undefined && iban !== consent.iban) return refusal("6", "Hesap rizada yok");
  const [from, until] = ["startDate", "endDate"].map((field) =>
    readIstanbul(textOf(body, field), TIME_FORM),
  );
  if (from === undefined || until === undefined) return refusal("19", "Tarih hatali");
  if (until < from) return refusal("21", "Bitis tarihi baslangictan once");
  if (until - from > WINDOW_MAX_MS) return refusal("18", "Tarih araligi 30 gunu asiyor");
  const { pageIndex = 1, pageSize = PAGE_MAX } = body;
  if (!isCount(pageSize, PAGE_MAX) || !isCount(pageIndex, Number.MAX_SAFE_INTEGER)) {
    return refusal("30", "Sayfa boyutu hatali");
  }
  const offset = (pageIndex - 1) * pageSize;
  const lines = await book.accounts.linesBetween({ iban, from, until, offset, limit: pageSize });
  const result = { returnCode: 200, reasonCode: "1", messageText: "Islem basarili" };
  return json(`{"result":${JSON.stringify(result)},"transactions":[${lines.map(row).join()}]}`);
}

/** A row; the amount is a JSON number with all its decimals, such as 1234.10. */
function row(line: AccountLine): string {
  const { minor, currency } = line.amount;
  const day = formatIstanbul(line.bookedAt, "yyyy-MM-dd");
  const rest = JSON.stringify({
    IBAN: line.iban,
    // The bank writes the old name of the lira, with a blank behind it.
    currencyCode: currency === "TRY" ? "TL " : currency,
    activityDate: day,
    valueDate: day,
    txnCreditDebitIndicator: "A",
    explanation: line.description,
    transactionReferenceId: line.reference,
    transactionInstanceId: line.reference,
    enrichmentInformation: [
      {
        enrichmentCode: "MUS",
        enrichmentValue: {
          corrNameSurnameText: line.senderName,
          corrIBAN: line.senderIban,
          nameSurnameText: "HESAP SAHIBI",
        },
      },
    ],
  });
  return `${rest.slice(0, -1)},"amount":${decimalText(minor, CURRENCIES[currency].exponent)}}`;
}

function refusal(reasonCode: string, messageText: string): DoorAnswer {
  return json(JSON.stringify({ result: { returnCode: 400, reasonCode, messageText } }));
}

function json(body: string): DoorAnswer {
  return { contentType: "application/json; charset=utf-8", body };
}

function textOf(body: JsonRecord, field: string): string {
  const value = body[field];
  return typeof value === "string" ? value : "";
}

function isCount(value: unknown, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= most;
}

/** Counts the calls of clients by minute. */
class Plan {
  #minute = 0;
  readonly #calls = new Map<string, number>();

  take(client: string, now: Instant): boolean {
    const minute = Math.floor(now / MINUTE);
    if (minute !== this.#minute) this.#calls.clear();
    this.#minute = minute;
    const calls = (this.#calls.get(client) ?? 0) + 1;
    this.#calls.set(client, calls);
    return calls <= CALLS_MAX;
  }
}
