import { backOff } from "./back-off.ts";
import { VezneConnectionError, VezneError, VezneServerError } from "./errors.ts";
import type { Fetch, FetchRequest, FetchResponse, Platform } from "./platform.ts";
import { parseRecord, type JsonRecord } from "./record.ts";
import { errorOf } from "./refusal.ts";

export type ResponseStyle = "flags" | "codes";

export type CallOptions = {
  /** Ends the call, and its wait for a retry, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout of each request in ms. */
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
};

/** The options of a call that the service carries out once for each key. */
export type KeyedCallOptions = CallOptions & {
  /** 1 to 255 visible ASCII characters; a random key by default. */
  readonly idempotencyKey?: string | undefined;
};

export type Connection = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly responseStyle: ResponseStyle;
  readonly maxRetries: number;
  readonly timeoutMs: number;
  readonly platform: Platform;
  readonly fetch: Fetch;
};

export type Call = {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly body?: object;
  /** True for server-side calls, which send the API key; a session authorises the others. */
  readonly asMerchant?: boolean;
  /** True if the answer depends on the response style. */
  readonly isStyled?: boolean;
  /** True for a POST that changes nothing and therefore needs no idempotency key for retries. */
  readonly isLookUp?: boolean;
};

export type Question<Answer> = Call & {
  /** Members of every answer, by which the answer of a proxy is detected. */
  readonly expects: readonly (keyof Answer)[];
};

/**
 * Sends a call, with retries if they are safe, and resolves to its answer.
 * @throws VezneError, or the signal's reason if the caller ends the call
 */
export function askFor<Answer>(
  connection: Connection,
  question: Question<Answer>,
  options: KeyedCallOptions = {},
): Promise<Answer> {
  return send(connection, { call: question, options }, async (response) => {
    const record = parseRecord(await response.text());
    if (record === undefined || !isAnswer(record, question.expects)) throw unreadable(response);
    return record;
  });
}

/** Resolves to the response once its headers have arrived; the body streams. */
export function open(
  connection: Connection,
  call: Call,
  options: CallOptions = {},
): Promise<FetchResponse> {
  return send(connection, { call, options }, async (response) => response);
}

type CallWithOptions = { readonly call: Call; readonly options: KeyedCallOptions };
type ResponseReader<Value> = (response: FetchResponse) => Promise<Value>;

async function send<Value>(
  connection: Connection,
  { call, options }: CallWithOptions,
  take: ResponseReader<Value>,
): Promise<Value> {
  const { platform } = connection;
  const { signal, maxRetries = connection.maxRetries } = options;
  // All retries send the same key, so the service carries the call out once.
  const isKeyed = call.method === "POST" && call.isLookUp !== true;
  const key = isKeyed ? (options.idempotencyKey ?? platform.newKey()) : undefined;
  const exchange = { connection, request: requestOf(connection, call, key), call, options };
  for (let round = 0; ; round += 1) {
    signal?.throwIfAborted();
    try {
      return await sendOnce(exchange, take);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof VezneError)) throw error;
      error.idempotencyKey = key;
      const delay = round < maxRetries ? backOff(error, round, platform.random()) : undefined;
      if (delay === undefined) throw error;
      await platform.wait(delay, signal);
    }
  }
}

type Exchange = CallWithOptions & {
  readonly connection: Connection;
  readonly request: Omit<FetchRequest, "signal">;
};

async function sendOnce<Value>(exchange: Exchange, take: ResponseReader<Value>): Promise<Value> {
  const { connection, request, call, options } = exchange;
  const { platform } = connection;
  const timeoutMs = options.timeoutMs ?? connection.timeoutMs;
  const deadline = platform.deadline(timeoutMs);
  const signals = [deadline.signal, options.signal].filter((signal) => signal !== undefined);
  const signal = AbortSignal.any(signals);
  try {
    const response = await connection.fetch(connection.baseUrl + call.path, { ...request, signal });
    if (response.status >= 200 && response.status < 300) return await take(response);
    const { status, headers } = response;
    throw errorOf({ status, headers, text: await response.text(), now: platform.now() });
  } catch (error) {
    throw error instanceof VezneError ? error : noAnswer(error, deadline.signal, timeoutMs);
  } finally {
    deadline.clear();
  }
}

function requestOf(
  connection: Connection,
  call: Call,
  key: string | undefined,
): Omit<FetchRequest, "signal"> {
  const { method, body, asMerchant = false, isStyled = false } = call;
  return {
    method,
    // The interface never redirects. Another server must not receive the request.
    redirect: "error",
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(asMerchant ? { authorization: `Bearer ${connection.apiKey}` } : {}),
      ...(isStyled ? { "vezne-response-style": connection.responseStyle } : {}),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

function noAnswer(cause: unknown, deadline: AbortSignal, timeoutMs: number): VezneConnectionError {
  if (deadline.aborted) {
    const detail = `No answer within ${timeoutMs} ms.`;
    return new VezneConnectionError({ code: "timed_out", detail, retryable: true, cause });
  }
  const detail = "The service could not be reached, or the connection broke.";
  return new VezneConnectionError({ code: "connection_failed", detail, retryable: true, cause });
}

function unreadable(response: FetchResponse): VezneServerError {
  return new VezneServerError({
    code: "unreadable_answer",
    status: response.status,
    detail: "The answer is not one of this service; is baseUrl right?",
    requestId: response.headers.get("x-request-id") ?? undefined,
  });
}

/** Checks the expected members; the rest of the type is trusted. */
function isAnswer<Answer>(
  record: JsonRecord,
  expects: readonly (keyof Answer)[],
): record is JsonRecord & Answer {
  return expects.every((name) => Object.hasOwn(record, name));
}
