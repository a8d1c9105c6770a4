import { describe, expect, it } from "vitest";
import { connect, type Vezne, type VezneOptions } from "./connect.ts";
import {
  VezneAuthenticationError,
  VezneConflictError,
  VezneConnectionError,
  VezneError,
  VezneRateLimitError,
  VezneRequestError,
  VezneServerError,
} from "./errors.ts";
import { systemPlatform, type FetchRequest } from "./platform.ts";

type Sent = FetchRequest & { readonly address: string };
type Answer = (request: Sent) => Response | Promise<Response>;

type Line = {
  readonly vezne: Vezne;
  readonly sent: readonly Sent[];
  /** The delay before each retry in ms. */
  readonly waits: readonly number[];
};

/** A client whose `fetch` gives these answers in order and repeats the last one. */
function lineOf(answers: readonly Answer[], options: Partial<VezneOptions<"flags">> = {}): Line {
  const sent: Sent[] = [];
  const waits: number[] = [];
  let keys = 0;
  const platform = {
    ...systemPlatform,
    now: () => Date.UTC(2026, 10, 21, 11, 5),
    random: () => 0.5,
    newKey: () => `key-${(keys += 1)}`,
    wait: async (ms: number) => void waits.push(ms),
    fetch: async (address: string, request: FetchRequest) => {
      sent.push({ ...request, address });
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      if (answer === undefined) throw new TypeError("fetch failed");
      return answer({ ...request, address });
    },
  };
  const base = { baseUrl: "https://pay.example/vezne/", apiKey: "vz_test_1" };
  return { vezne: connect(platform, { ...base, ...options }), sent, waits };
}

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response(JSON.stringify(body), {
      status,
      headers: { "content-type": "application/json", "x-request-id": "req_1", ...headers },
    });
const lost: Answer = () => {
  throw new TypeError("fetch failed");
};
const problem = (status: number, code: string, headers?: Record<string, string>): Answer =>
  json(status, { status, code, detail: `It is ${code}.` }, headers);

const PAID = json(200, { success: true, status: "completed", message: "", order_id: "ORD-1" });
const STATUS = json(200, { success: true, order_id: "ORD-1", status: "completed" });
const ORDER = { order_id: "ORD-1", session_id: "ses_1" };
const PAPEL = { session_id: "ses_1", payment_type: "papel" } as const;

async function failed(call: Promise<unknown>): Promise<VezneError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof VezneError) return error;
  throw new Error("The call should have failed.", { cause: error });
}

describe("a call", () => {
  it("is sent below the base address, with the key for server-side calls only", async () => {
    const { vezne, sent } = lineOf([STATUS]);
    await vezne.payments.status({ order_id: "ORD/1", session_id: "ses 1" });
    await vezne.payments.refund({ order_id: "ORD-1" });
    const [status, refund] = sent;
    expect(status?.address).toBe(
      "https://pay.example/vezne/api/v1/payment/status/ORD%2F1?session_id=ses%201",
    );
    expect(status?.headers).toEqual({});
    expect(refund?.headers).toEqual({
      authorization: "Bearer vz_test_1",
      "content-type": "application/json",
      "idempotency-key": "key-1",
    });
    expect(refund).toMatchObject({
      method: "POST",
      body: '{"order_id":"ORD-1"}',
      redirect: "error",
    });
  });

  it("refuses an invalid base address", () => {
    expect(() => lineOf([], { baseUrl: "pay.example" })).toThrow(TypeError);
    expect(() => lineOf([], { baseUrl: "ftp://pay.example" })).toThrow(TypeError);
  });

  it.each(["", "vz_test_1\nvz_test_2", "vz_test_1…", "vz_test_1 "])(
    "refuses a key that can't be sent, without quoting it: %j",
    (apiKey) => {
      const create = (): unknown => lineOf([STATUS], { apiKey });
      if (apiKey.trim() === "vz_test_1") expect(create).not.toThrow();
      else expect(create).toThrow(/^apiKey must be (?!.*vz_test)/);
    },
  );

  it.each([undefined, null, 42])(
    "refuses %j in place of a key, as of a variable not set",
    (key) => {
      const apiKey = key as unknown as string;
      expect(() => lineOf([], { apiKey })).toThrow(/^apiKey must be a key alone/);
    },
  );

  it("refuses an answer that is not the service's", async () => {
    const page: Answer = () => new Response("<html>", { status: 200 });
    for (const answer of [page, json(200, {}), json(200, [1])]) {
      const error = await failed(lineOf([answer]).vezne.payments.status(ORDER));
      expect(error).toBeInstanceOf(VezneServerError);
      expect(error).toMatchObject({ code: "unreadable_answer", status: 200, retryable: false });
    }
  });
});

describe("an error of the client", () => {
  it.each([
    [400, "validation_failed", VezneRequestError],
    [401, "invalid_api_key", VezneAuthenticationError],
    [404, "order_not_found", VezneRequestError],
    [409, "session_already_paid", VezneConflictError],
    [410, "session_expired", VezneRequestError],
    [429, "rate_limited", VezneRateLimitError],
    [500, "internal_error", VezneServerError],
  ])("for %i %s has a class of its own", async (status, code, kind) => {
    const { vezne } = lineOf([problem(status, code)], { maxRetries: 0 });
    const error = await failed(vezne.payments.status(ORDER));
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({
      name: kind.name,
      code,
      status,
      detail: `It is ${code}.`,
      requestId: "req_1",
      errors: [],
    });
  });

  it("has the fields with errors and every other member of the problem", async () => {
    const errors = [{ field: "amount", message: "must be at most 5" }];
    const body = { code: "refund_exceeds_amount", detail: "x", errors, refundable_amount: 5 };
    const error = await failed(lineOf([json(409, body)]).vezne.payments.refund(ORDER));
    expect(error.errors).toEqual(errors);
    expect(error.problem["refundable_amount"]).toBe(5);
  });

  it("of session creation, which has only a detail, gets its code from the status", async () => {
    const { vezne } = lineOf([json(401, { detail: "merchant_api_key is not a valid key." })]);
    const request = { amount: 1, success_url: "https://a.example", fail_url: "https://a.example" };
    const error = await failed(vezne.sessions.create(request));
    expect(error).toMatchObject({
      code: "invalid_api_key",
      detail: "merchant_api_key is not a valid key.",
    });
  });

  it("contains nothing of the request", async () => {
    const card = {
      ...PAPEL,
      payment_type: "creditcard",
      card_holder_name: "Ada Şahin",
      card_number: "5528790000000008",
      expire_month: "12",
      expire_year: "2030",
      cvc: "957",
    } as const;
    for (const answer of [lost, problem(400, "invalid_card_number")]) {
      const error = await failed(lineOf([answer], { maxRetries: 0 }).vezne.payments.pay(card));
      const text = JSON.stringify([error, String(error), error.stack]);
      expect(text).not.toMatch(/5528790000000008|957|vz_test_1|Ada/);
    }
  });
});

describe("a retry", () => {
  it.each([
    ["a broken connection", lost],
    ["a first call that is still running", problem(409, "idempotency_key_in_use")],
    ["too many calls", problem(429, "rate_limited")],
    ["a database that is away", problem(503, "database_unavailable")],
    ["a proxy without its service", () => new Response("Bad gateway", { status: 502 })],
  ] satisfies [string, Answer][])(
    "follow %s, with the same key and growing pauses",
    async (_, answer) => {
      const { vezne, sent, waits } = lineOf([answer, answer, PAID]);
      expect((await vezne.payments.pay(PAPEL)).status).toBe("completed");
      expect(sent.map(({ headers }) => headers["idempotency-key"])).toEqual([
        "key-1",
        "key-1",
        "key-1",
      ]);
      expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
      expect(waits).toEqual([375, 750]);
    },
  );

  it.each([
    [400, "validation_failed"],
    [401, "invalid_api_key"],
    [409, "payment_in_progress"],
    [422, "idempotency_key_reused"],
    [500, "internal_error"],
  ])("do not follow %i %s", async (status, code) => {
    const { vezne, sent } = lineOf([problem(status, code), PAID]);
    expect((await failed(vezne.payments.pay(PAPEL))).retryable).toBe(false);
    expect(sent).toHaveLength(1);
  });

  it("ends after maxRetries with an error that has the idempotency key", async () => {
    const { vezne, sent, waits } = lineOf([lost]);
    const error = await failed(vezne.payments.pay(PAPEL));
    expect(error).toBeInstanceOf(VezneConnectionError);
    expect(error).toMatchObject({ code: "connection_failed", retryable: true });
    expect(error.idempotencyKey).toBe("key-1");
    expect([sent.length, waits]).toEqual([4, [375, 750, 1_500]]);
  });

  it("uses the caller's own key and number of retries", async () => {
    const { vezne, sent } = lineOf([lost]);
    const options = { idempotencyKey: "order-17", maxRetries: 1 };
    await failed(vezne.payments.pay(PAPEL, options));
    expect(sent.map(({ headers }) => headers["idempotency-key"])).toEqual(["order-17", "order-17"]);
  });

  it("of a GET has no key", async () => {
    const { vezne, sent } = lineOf([lost, STATUS]);
    await vezne.payments.status(ORDER);
    expect(sent.map(({ headers }) => headers)).toEqual([{}, {}]);
  });

  it.each([
    ["seconds", "2"],
    ["a date", "Sat, 21 Nov 2026 11:05:02 GMT"],
  ])("wait slightly longer than Retry-After asks in %s", async (_, header) => {
    const { vezne, waits } = lineOf([
      problem(503, "database_unavailable", { "retry-after": header }),
      STATUS,
    ]);
    await vezne.payments.status(ORDER);
    expect(waits).toEqual([2_250]);
  });

  it("is left to the caller if the wait would be long", async () => {
    const { vezne, waits } = lineOf([problem(429, "rate_limited", { "retry-after": "3600" })]);
    expect((await failed(vezne.payments.status(ORDER))).retryAfterMs).toBe(3_600_000);
    expect(waits).toEqual([]);
  });

  it("follows a truncated body", async () => {
    const torn: Answer = () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode('{"success":')),
          pull: (controller) => controller.error(new TypeError("terminated")),
        }),
      );
    const { vezne, sent } = lineOf([torn, PAID]);
    await vezne.payments.pay(PAPEL);
    expect(sent).toHaveLength(2);
  });
});

describe("a call that the caller ends", () => {
  const hangs: Answer = ({ signal }) =>
    new Promise((_, reject) => {
      if (signal.aborted) reject(signal.reason as Error);
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });

  it("fails with the signal's reason, without a retry", async () => {
    const { vezne, sent } = lineOf([hangs]);
    const controller = new AbortController();
    const paying = vezne.payments.pay(PAPEL, { signal: controller.signal });
    controller.abort(new Error("the customer left"));
    await expect(paying).rejects.toThrow("the customer left");
    expect(sent).toHaveLength(1);
  });

  it("sends nothing once the signal has aborted", async () => {
    const { vezne, sent } = lineOf([PAID]);
    const signal = AbortSignal.abort(new Error("gone"));
    await expect(vezne.payments.pay(PAPEL, { signal })).rejects.toThrow("gone");
    expect(sent).toEqual([]);
  });

  it("ends a request after timeoutMs and retries it", async () => {
    const { vezne, sent } = lineOf([hangs, PAID]);
    expect((await vezne.payments.pay(PAPEL, { timeoutMs: 1 })).status).toBe("completed");
    expect(sent).toHaveLength(2);
    const slow = lineOf([hangs], { timeoutMs: 1, maxRetries: 0 });
    const error = await failed(slow.vezne.payments.pay(PAPEL));
    expect(error).toMatchObject({ code: "timed_out", detail: "No answer within 1 ms." });
  });
});
