import { rootCertificates } from "node:tls";
import { Agent, request } from "undici";
import { KeyServiceError } from "../../kernel/key-service.ts";

export type Call = {
  readonly method: "GET" | "POST" | "PUT";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Keys and tokens of this call; they are masked in the text of a refusal, which is quoted. */
  readonly hidden?: readonly string[];
};

export type Answer = { readonly status: number; readonly text: string };

/** @throws KeyServiceError `away` or `untrusted` without an answer */
export type HttpsCall = (call: Call) => Promise<Answer>;

export type CallOptions = {
  /** Certificates in PEM form that are trusted beside those of Node.js. */
  readonly ca: string | undefined;
  /** The time limit of a whole call. */
  readonly timeoutMs?: number | undefined;
};

const TIMEOUT_MS = 5_000;
/** A key, a token or an error is far smaller. */
const BYTES_MAX = 64 * 1_024;

/**
 * Calls servers over TLS, whose certificates are always verified. It follows no redirect, because
 * the other server would get the token. Each call has a connection of its own: a process calls the
 * KMS a few times in its life.
 */
export function createHttpsCall({ ca, timeoutMs = TIMEOUT_MS }: CallOptions): HttpsCall {
  const trusted = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
  return async (call) => {
    if (!call.url.startsWith("https:")) throw new Error("a KMS is called over TLS only");
    // The option wins over NODE_TLS_REJECT_UNAUTHORIZED=0.
    const agent = new Agent({ connect: { ...trusted, rejectUnauthorized: true } });
    return send(call, agent, timeoutMs);
  };
}

/**
 * Calls the address at which a cloud provider gives a machine its credentials. These addresses are
 * on the machine or its own link, where the providers offer no TLS.
 */
export function createLocalCall(timeoutMs = TIMEOUT_MS): HttpsCall {
  return (call) => send(call, new Agent(), timeoutMs);
}

async function send(call: Call, agent: Agent, timeoutMs: number): Promise<Answer> {
  const { method, url, headers, body } = call;
  const { host } = new URL(url);
  try {
    const answer = await request(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      dispatcher: agent,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { statusCode: status } = answer;
    const text = await readText(answer.body);
    return { status, text: status < 400 ? text : masked(text, call) };
  } catch (error) {
    throw faultOf(host, error);
  } finally {
    await agent.destroy();
  }
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > BYTES_MAX) throw new Error("the answer is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Servers and proxies may repeat a request in their error page. */
function masked(text: string, { hidden = [] }: Call): string {
  return hidden
    .filter((secret) => secret !== "")
    .reduce((rest, secret) => rest.replaceAll(secret, "[secret]"), text);
}

const CERTIFICATE_FAULT = /CERT|SELF_SIGNED|UNABLE_TO_|ISSUER/;

/** The message names no more than the code of the error, because its text may quote the request. */
function faultOf(host: string, error: unknown): KeyServiceError {
  const code = codeOf(error);
  if (CERTIFICATE_FAULT.test(code)) {
    return new KeyServiceError(
      "untrusted",
      `the certificate of ${host} can't be verified (${code}). If a CA of your own has issued it, ` +
        "name that CA's file in VEZNE_KMS_CA_FILE.",
    );
  }
  return new KeyServiceError("away", `${host} does not answer (${code})`);
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.name === "TimeoutError" ? "timeout" : error.name;
}
