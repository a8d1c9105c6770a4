// tier: night
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { isProblemCode, type ProblemCode } from "../../src/http/problem/problem-codes.ts";
import { createApiClient, type ApiAnswer, type ApiBody } from "../support/api-client.ts";
import { paidOrder } from "../support/merchant-calls.ts";
import {
  readApiDocument,
  type ApiDocument,
  type DocumentedOperation,
  type Json,
} from "../support/api-document.ts";
import type { TestDatabase } from "../support/database.ts";
import { CAUSES } from "../support/problem-causes.ts";
import {
  sendWire,
  standardized,
  startExampleWorld,
  wireRequest,
  type ExampleWorld,
} from "../support/example-world.ts";

/** The last tests cause these problems; the last ones need a load, a stop or a fault. */
const CAUSED_BELOW: ReadonlySet<ProblemCode> = new Set([
  "rate_limited",
  "stored_cards_unavailable",
  "database_unavailable",
  "database_read_only",
  "service_stopping",
  "service_busy",
  "too_many_exports",
  "internal_error",
  "bad_request",
]);

/** Their answers depend only on the session, which a process may have cached. */
const FROM_MEMORY: ReadonlySet<string> = new Set(["listWallets", "listLenders", "getProtocol"]);

/** The switch of a merchant that takes no live payments writes nothing. */
const WRITES_NOTHING: ReadonlySet<string> = new Set(["switchLive"]);

describe("the examples of the OpenAPI document", () => {
  let world: ExampleWorld;
  let document: ApiDocument;
  beforeAll(async () => {
    world = await startExampleWorld();
    document = await readApiDocument(world.shop.url);
  });
  afterAll(() => world.shop.close());

  it("match the service's answers word for word, also with null in fields that they lack", async () => {
    const differences: unknown[] = [];
    for (const operation of document.operations) {
      for (const [name, example, nulls] of playsOf(operation)) {
        const request = await world.request(operation, example);
        const owner = createApiClient(world.shop.url, request.key);
        const body = { ...nulls, ...(request.body as Json | undefined) };
        const wire = wireRequest(operation.body === undefined ? request : { ...request, body });
        const answer = await sendWire(world.shop, wire, () => paidOrder(owner));
        const place = `${operation.id} ${name} ${JSON.stringify(nulls)}`;
        differences.push(
          ...document.complaints(operation, answer).map((text) => `${place} ${text}`),
        );
        const isJson = example.mediaType === "application/json";
        const text = isJson ? JSON.stringify(JSON.parse(answer.text)) : answer.text;
        const said = standardized(text);
        const promised =
          typeof example.answer === "string" ? example.answer : JSON.stringify(example.answer);
        if (said !== promised) differences.push({ place, said, promised });
      }
    }
    expect(differences).toEqual([]);
  });

  it("contain every problem as the service answers it, each caused by a request", async () => {
    const differences: unknown[] = [];
    for (const operation of document.operations) {
      for (const problem of problemsOf(operation)) {
        const cause = CAUSES[problem.code];
        const place = `${operation.id} ${problem.code}`;
        if (cause !== undefined) {
          const answer = await cause({ world, operation, promised: problem.body });
          differences.push(...judge({ document, operation, problem }, answer));
        } else if (!CAUSED_BELOW.has(problem.code)) differences.push(`${place}: nothing causes it`);
      }
    }
    expect(differences).toEqual([]);
  });

  it("contain the answers to too many requests", async () => {
    const { database } = world.shop;
    const environment = { VEZNE_RATE_LIMIT: "1" };
    const strict = await startExampleWorld({ database, environment, clock: world.clock });
    const differences: unknown[] = [];
    for (const operation of document.operations) {
      const wire = wireRequest(await world.request(operation));
      const answer = await untilLimited(() => sendWire(strict.shop, wire));
      differences.push(...judgeCode(document, operation, [answer, "rate_limited"]));
      expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    }
    expect(differences).toEqual([]);
    await strict.shop.service.stop();
  });

  it("contain the answers to writing calls on a read-only database", async () => {
    const writing = document.operations.filter(({ method }) => method !== "GET");
    const requests = await Promise.all(writing.map((operation) => world.request(operation)));
    const { database } = world.shop;
    const differences: unknown[] = [];
    await changeSetting(database, "set default_transaction_read_only = on");
    for (const request of requests) {
      const wire = wireRequest(request);
      // A look-up writes only the stored answer of its key.
      const headers = { ...wire.headers, "idempotency-key": "read-only" };
      const answer = await sendWire(world.shop, { ...wire, headers });
      if (WRITES_NOTHING.has(request.operation.id)) continue;
      differences.push(...judgeCode(document, request.operation, [answer, "database_read_only"]));
    }
    await changeSetting(database, "reset default_transaction_read_only");
    expect(differences).toEqual([]);
  });

  it("contain the answers without the vault key, and without the database", async () => {
    const { database, merchant } = world.shop;
    const otherKey = Buffer.alloc(32, "another key").toString("base64");
    const environment = { VEZNE_VAULT_KEY: otherKey };
    const closed = await startExampleWorld({
      database,
      environment,
      clock: world.clock,
      // A machine without the key makes no merchant.
      merchant,
    });
    const requests = await Promise.all(
      document.operations.map((operation) => world.request(operation)),
    );
    const pay = document.operations.find(({ id }) => id === "pay");
    const example = pay?.examples.get("stored_card");
    if (pay === undefined || example === undefined) throw new Error("no example of a stored card");
    const stored = wireRequest(await world.request(pay, example));
    const sealed = await sendWire(closed.shop, stored);
    const differences = [...judgeCode(document, pay, [sealed, "stored_cards_unavailable"])];
    await closed.shop.service.stop();

    await changeSetting(database, "connection limit 0");
    for (const request of requests) {
      const answer = await sendWire(world.shop, wireRequest(request));
      const { operation } = request;
      if (FROM_MEMORY.has(operation.id) && answer.status === 200) continue;
      differences.push(...judgeCode(document, operation, [answer, "database_unavailable"]));
      if (!answer.headers.has("retry-after")) differences.push(`${operation.id}: no Retry-After`);
    }
    expect(differences).toEqual([]);
  });
});

/**
 * Changes a setting of the database, on each server of a cluster, and ends the connections with the
 * old value.
 */
async function changeSetting(database: TestDatabase, setting: string): Promise<void> {
  const { connection } = database;
  const nodes = inject("clusterNodes");
  for (const node of nodes.length > 0 ? nodes : [connection]) {
    const { host, port } = node;
    const owner = database.open({ max: 1, address: { ...connection, host, port } });
    await owner.query("set default_transaction_read_only = off");
    await owner.query(`alter database ${connection.database} ${setting}`);
    // A backend that is still ending would take a call, whose outcome the service then can't know.
    await owner.query(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity
       where datname = current_database() and usename = current_user
         and pid <> pg_backend_pid()`,
    );
    await owner.end();
  }
}

type Problem = { readonly code: ProblemCode; readonly status: string; readonly body: ApiBody };

/** The problems in the responses of an operation. */
function problemsOf(operation: DocumentedOperation): readonly Problem[] {
  const responses = operation.json["responses"] as Record<string, Json>;
  return Object.entries(responses).flatMap(([status, response]) =>
    Object.values((response["content"] ?? {}) as Record<string, Json>).flatMap((media) =>
      Object.entries((media["examples"] ?? {}) as Record<string, { value: ApiBody }>).flatMap(
        ([code, { value }]) => (isProblemCode(code) ? [{ code, status, body: value }] : []),
      ),
    ),
  );
}

type Judged = {
  readonly document: ApiDocument;
  readonly operation: DocumentedOperation;
  readonly problem: Problem;
};

function judge({ document, operation, problem }: Judged, answer: ApiAnswer): readonly unknown[] {
  const place = `${operation.id} ${problem.code}`;
  const said = JSON.parse(standardized(answer.text)) as unknown;
  const isAsShown =
    String(answer.status) === problem.status && isDeepStrictEqual(said, problem.body);
  return [
    ...document.complaints(operation, answer).map((complaint) => `${place}: ${complaint}`),
    ...(isAsShown ? [] : [{ place, status: answer.status, said, promised: problem.body }]),
  ];
}

function judgeCode(
  document: ApiDocument,
  operation: DocumentedOperation,
  [answer, code]: readonly [ApiAnswer, ProblemCode],
): readonly unknown[] {
  const problem = problemsOf(operation).find((one) => one.code === code);
  return problem === undefined
    ? [`${operation.id} has no ${code}`]
    : judge({ document, operation, problem }, answer);
}

/** Each example as it is, and that of a POST also with null in its optional fields. */
function playsOf({ method, body, examples }: DocumentedOperation) {
  const nulls = method === "POST" && body !== undefined ? nullsOf(body) : {};
  const kinds = Object.keys(nulls).length === 0 ? [{}] : [{}, nulls];
  return kinds.flatMap((fields) =>
    [...examples].map(([name, example]) => [name, example, fields] as const),
  );
}

/** Null for each optional field of a body that has no meaning of its own for null. */
function nullsOf(schema: Json): Json {
  const required = (schema["required"] ?? []) as readonly string[];
  const fields = Object.entries((schema["properties"] ?? {}) as Record<string, Json>);
  const optional = fields.filter(
    ([name, field]) => !required.includes(name) && !JSON.stringify(field).includes('"null"'),
  );
  return Object.fromEntries(optional.map(([name]) => [name, null]));
}

async function untilLimited(send: () => Promise<ApiAnswer>): Promise<ApiAnswer> {
  for (let calls = 0; calls < 20; calls += 1) {
    const answer = await send();
    if (answer.status === 429) return answer;
  }
  throw new Error("nothing limits the calls");
}
