import { Agent } from "undici";
import type { Credentials } from "../../../domain/connection/ports.ts";
import { keepWork } from "../../../system/loop-watch.ts";
import { guardedConnector, PUBLIC, type Guard } from "../../webhook/guarded-connector.ts";
import { systemResolve } from "../../webhook/name-lookup.ts";

export type BankCall = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The bank's answer, or a short name of the cause of its absence. */
export type BankAnswer =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** The pause that the bank asks for, in ms. */
      readonly pauseMs: number | undefined;
      readonly text: string;
    }
  | { readonly kind: "silent"; readonly cause: string };

export type BankLine = {
  /** Posts to a bank: never throws for a network failure, follows no redirect, repeats nothing. */
  post(call: BankCall): Promise<BankAnswer>;
  close(): Promise<void>;
};

const TIMEOUT_MS = 20_000;
/** The beginning of a text; no character is cut in two, which the database would refuse. */
const TEXT_SHOWN = /^([\s\S]{0,200})[\s\S]*$/u;
/** Five hundred lines of a bank's JSON take less than one megabyte. */
const BYTES_MAX = 8 * 1_024 * 1_024;

/** Calls to the addresses of banks; each leads to a public address. */
export function openPublicLine(guard: Omit<Guard, "reach" | "resolve"> = {}): BankLine {
  return lineOf(
    new Agent({
      connect: guardedConnector({ ...guard, reach: PUBLIC, resolve: systemResolve }),
      connections: 16,
    }),
  );
}

/** Calls to the test bank, whose address the operator has set. */
export function openOwnLine(): BankLine {
  return lineOf(new Agent({ connections: 16 }));
}

function lineOf(agent: Agent): BankLine {
  return {
    post: async (call) => {
      try {
        return await keepWork(exchange(agent, call));
      } catch (error) {
        return { kind: "silent", cause: causeOf(error) };
      }
    },
    close: () => agent.destroy(),
  };
}

async function exchange(agent: Agent, { url, headers, body }: BankCall): Promise<BankAnswer> {
  const { origin, pathname, search } = new URL(url);
  const answer = await agent.request({
    origin,
    path: pathname + search,
    method: "POST",
    headers,
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await textOf(answer.body);
  const pauseMs = pauseOf(answer.headers["retry-after"]);
  return { kind: "answered", status: answer.statusCode, pauseMs, text };
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > BYTES_MAX) throw new TooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

class TooLong extends Error {
  readonly code = "answer_too_long";
}

function pauseOf(header: string | string[] | undefined): number | undefined {
  return typeof header === "string" && /^\d{1,6}$/.test(header)
    ? Number(header) * 1_000
    : undefined;
}

/** A short name of the error; never its message, which may quote the request. */
function causeOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "timeout";
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    return error.code.toLowerCase();
  }
  return error instanceof Error ? error.name.toLowerCase() : "error";
}

/** A bank's text as one short line without the credentials, which an error page may repeat. */
export function mask(text: string, credentials: Credentials): string {
  const secrets = Object.values(credentials).map((value) => value.reveal());
  return secrets
    .filter((secret) => secret.length > 3)
    .reduce((rest, secret) => rest.replaceAll(secret, "[secret]"), text)
    .replace(/[\u0000-\u001f\u007f]+/g, " ")
    .replace(TEXT_SHOWN, "$1");
}
