import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiAnswer } from "../support/api-client.ts";
import { readApiDocument, type ApiDocument } from "../support/api-document.ts";
import { isFullRun } from "../support/full-run.ts";
import { fuzzRequest, type FuzzRequest } from "../support/fuzz/fuzz-request.ts";
import { faultsIn, judgeRun, startProbe, type ProbeReport } from "../support/fuzz/probe.ts";
import { sampled } from "../support/fuzz/sampled.ts";
import { isOfVictim, startFuzzWorld, type FuzzWorld } from "../support/fuzz/fuzz-world.ts";
import { paidOrder, query } from "../support/merchant-calls.ts";

const { VEZNE_FUZZ_REQUESTS, VEZNE_FUZZ_SEED } = process.env;
const REQUESTS = Number(VEZNE_FUZZ_REQUESTS ?? (isFullRun ? 1_500 : 1_000));
/** The seed of the longer run once found a misjudged path with several methods. */
const SEED = Number(VEZNE_FUZZ_SEED ?? (isFullRun ? 411 : 20_261));
const AT_ONCE = 16;
const SHOWN = 5;
/** Limit in ms for a machine with much other work. */
const REQUEST_MS_MAX = 300;

describe(`${REQUESTS} requests of a fuzzer (VEZNE_FUZZ_SEED=${SEED})`, () => {
  let world: FuzzWorld;
  let document: ApiDocument;
  const complaints: string[] = [];
  const statuses = new Map<number, number>();
  let before = "";
  let probed: ProbeReport | undefined;
  beforeAll(async () => {
    world = await startFuzzWorld();
    document = await readApiDocument(world.shop.url);
    before = await world.victimRows();
    const judge = judgeOf(world, document);
    const probe = startProbe(world.shop.url);
    await sendAll(requestsOf(document), async (request, index) => {
      const answer = await world.send(request).catch(hung);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const found = judge(request, answer);
      if (found.length > 0) complaints.push(describeCase(request, answer, { index, found }));
    });
    probed = await probe.end();
  }, REQUESTS * REQUEST_MS_MAX);
  afterAll(() => world.shop.close());

  it("are answered as the OpenAPI document says, without a server error or a secret", () => {
    expect(complaints.slice(0, SHOWN).join("\n\n")).toBe("");
    expect(complaints).toHaveLength(0);
  });

  it("make payments, and meet refusals of every kind", () => {
    console.log(`fuzz: seed ${SEED}, ${JSON.stringify(Object.fromEntries(statuses))}`);
    const rare = REQUESTS < 10_000 ? [] : [413, 422, 431];
    for (const status of [200, 400, 401, 404, 405, 409, 415, ...rare]) {
      expect(statuses.get(status) ?? 0, `answers ${status}`).toBeGreaterThan(0);
    }
  });

  it("leave no data beyond what the answers contain", async () => {
    const unreported = async (column: string, table: string, reported: ReadonlySet<string>) => {
      const { merchantId } = world.shop.merchant.merchant;
      const rows = await query(
        world.shop,
        `select ${column} as id from ${table} where merchant_id = $1`,
        [merchantId],
      );
      const kept = new Set(rows.map(({ id }) => String(id)));
      expect([...reported].filter((id) => !kept.has(id))).toEqual([]);
      return [...kept].filter((id) => !reported.has(id)).length;
    };
    const counts = await Promise.all([
      unreported("session_id", "session", world.made.sessions),
      unreported("order_id", "payment", world.made.orders),
      unreported("refund_id", "refund", world.made.refunds),
    ]);
    // A client that disconnects after a whole request never learns its result.
    const unheard = statuses.get(0) ?? 0;
    expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(unheard);
    expect(await world.victimRows()).toBe(before);
  });

  it("leave no secret in the log", () => {
    const log = world.shop.logLines.join("\n");
    expect(world.secrets.filter((secret) => log.includes(secret))).toEqual([]);
    expect(world.shop.logLines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
  });

  it("end no process and delay no answer to other clients", () => {
    judgeRun({ name: "fuzz", shop: world.shop, faults: faultsIn(statuses), probed });
  });

  it("leave a working service", async () => {
    expect((await fetch(`${world.shop.url}/readyz`)).status).toBe(200);
    await expect(paidOrder(world.shop.api)).resolves.toMatchObject({});
  });
});

/**
 * The same requests for the same seed and count. Operations take turns; those with bodies come more
 * often.
 */
function* requestsOf(document: ApiDocument): Generator<FuzzRequest> {
  const shares = document.operations.flatMap((operation) =>
    Array.from({ length: operation.body === undefined ? 1 : 3 }, () => operation),
  );
  const count = Math.ceil(REQUESTS / shares.length);
  const lists = shares.map((operation, index) =>
    sampled(fuzzRequest(document, operation), { seed: SEED + index, count }),
  );
  for (let sent = 0; sent < REQUESTS; sent += 1) {
    const request = lists[sent % lists.length]?.next();
    if (request?.done === false) yield request.value;
  }
}

async function sendAll(
  requests: Iterable<FuzzRequest>,
  send: (request: FuzzRequest, index: number) => Promise<void>,
): Promise<void> {
  let sent = 0;
  const worker = async (): Promise<void> => {
    for (const request of requests) {
      sent += 1;
      await send(request, sent - 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function hung(error: unknown): ApiAnswer {
  return { status: 0, headers: new Headers(), text: String(error), body: {} };
}

function judgeOf(world: FuzzWorld, document: ApiDocument) {
  return (request: FuzzRequest, answer: ApiAnswer): readonly string[] => {
    const visible = ownAside(answer) + JSON.stringify([...answer.headers]);
    return [
      ...formOf(document, request, answer),
      ...world.secrets
        .filter((secret) => visible.includes(secret))
        .map((secret) => `reveals ${secret}`),
      ...world.theirs
        .filter((id) => !isOfVictim(request) && answer.status < 300 && visible.includes(id))
        .map((id) => `reveals another merchant's ${id}`),
      ...(answer.headers.has("x-request-id") || isCutOff(request, answer)
        ? []
        : ["has no X-Request-Id"]),
    ];
  };
}

/** Fields in which answers repeat a merchant's own text unchanged. */
const OWN = new Set(["customer_id", "metadata"]);

function ownAside({ status, text, headers }: ApiAnswer): string {
  const isRecord = status < 300 && headers.get("content-type")?.includes("json") === true;
  if (!isRecord || text === "") return text;
  return JSON.stringify(JSON.parse(text), (name, value: unknown) =>
    OWN.has(name) ? undefined : value,
  );
}

/** The connection of a raw request may end without an answer. */
function isCutOff({ noise }: FuzzRequest, { status }: ApiAnswer): boolean {
  return noise.length > 0 && status === 0;
}

/**
 * The problem of an answer, by the document, or by the conventions where the document is silent.
 */
function formOf(document: ApiDocument, request: FuzzRequest, answer: ApiAnswer): readonly string[] {
  const { operation, method } = request;
  const { status, headers } = answer;
  if (isCutOff(request, answer)) return [];
  if (status < 200 || status >= 500) return [`answered with ${status}`];
  // Disturbed bytes may have turned one request into another one, or into two.
  if (request.noise.length > 0) return [];
  if (method === "HEAD") return answer.text === "" ? [] : ["a body for HEAD"];
  const meant = document.operations.find(
    (one) => one.path === operation.path && one.method === method,
  );
  // A path with a suffix may belong to another operation.
  if (status === 405 || meant === undefined) return formOfWrongMethod(document, answer);
  if (status === 404 && /"code":"not_found"/.test(answer.text)) return [];
  if (/"code":"malformed_request"/.test(answer.text)) return [];
  if (headers.get("content-type")?.startsWith("text/event-stream") === true) return [];
  return document.complaints(meant, answer);
}

function formOfWrongMethod(document: ApiDocument, { status, headers, text }: ApiAnswer) {
  const validate = ["Problem", "PaymentProblem", "ErrorDetail"].map((name) =>
    document.validator(`/components/schemas/${name}`),
  );
  const body: unknown = JSON.parse(text);
  if (!validate.some((takes) => takes(body))) return [`${status} is no problem`];
  return status === 405 && !headers.has("allow") ? ["405 without Allow"] : [];
}

function describeCase(
  { method, path, query: search, headers, body }: FuzzRequest,
  { status, text }: ApiAnswer,
  { index, found }: { readonly index: number; readonly found: readonly string[] },
): string {
  return [
    `request ${index} of seed ${SEED}: ${found.join("; ")}`,
    `${method} ${path}?${search}`.slice(0, 500),
    JSON.stringify(headers),
    (body ?? "").slice(0, 800),
    `→ ${status} ${text.slice(0, 500)}`,
  ].join("\n");
}
