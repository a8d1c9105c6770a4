import { parseRecord, type JsonRecord } from "../../kernel/json.ts";
import { refused, ok, type Result } from "../../kernel/result.ts";

const ANSWER_MS = 10_000;
/** A key set or a token is far smaller. */
const BYTES_MAX = 256 * 1_024;

/** Calls the provider and reads a JSON object; every failure is the same refusal. */
export async function getJson(
  url: string,
  init: RequestInit = {},
): Promise<Result<JsonRecord, "unreachable">> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const value = parseRecord(await readText(response));
    return response.ok && value !== undefined ? ok(value) : refused("unreachable");
  } catch {
    return refused("unreachable");
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > BYTES_MAX) throw new Error("the answer of the identity provider is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
