import { SECOND } from "../../kernel/clock.ts";
import { errorMessage } from "../../kernel/thrown.ts";
import type { ReceivedAnswer } from "./watch-pages.ts";

const PATIENCE_MS = 20 * SECOND;
/** The limit of an answer; a page has 12 KB, the largest file 60 KB. */
const BYTES_MAX = 4 * 1_024 * 1_024;
/**
 * Headers of a browser, so that content that a proxy adds only for browsers is added here as well.
 */
const BROWSER = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-language": "tr-TR,tr;q=0.9,en;q=0.8",
  "user-agent":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) " +
    "Chrome/140.0.0.0 Safari/537.36",
};

/** The service did not answer, or its answer can't be compared. */
export class NotReceived extends Error {}

/** Fetches as a browser does, and follows no redirect. @throws NotReceived */
export async function receive(url: string): Promise<ReceivedAnswer> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(url, { headers: BROWSER, redirect: "manual", signal });
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of answer.body ?? []) {
      size += part.length;
      if (size > BYTES_MAX) throw new NotReceived(`an answer has more than ${BYTES_MAX} bytes`);
      parts.push(part);
    }
    const headers = Object.fromEntries(answer.headers);
    return { status: answer.status, headers, body: Buffer.concat(parts) };
  } catch (error) {
    if (error instanceof NotReceived) throw error;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new NotReceived(errorMessage(cause));
  }
}
