import type { IncomingMessage } from "node:http";
import { hasTooManyFields } from "../../system/form-text.ts";

/**
 * True if a proxy before this service reads the request as Node's parser did: its version is
 * HTTP/1.0 or 1.1, it has one `Host` field (or none before 1.1; RFC 9112, 3.2), and if its body
 * has a transfer coding, that is `chunked` in HTTP/1.1 (RFC 9112, 6.1). Node's parser takes more,
 * and where another program finds another end of the body, it finds another next request.
 */
export function isSound({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  const coding = headers["transfer-encoding"];
  const hosts = hostsOf(rawHeaders);
  if (httpVersion !== "1.1") return httpVersion === "1.0" && coding === undefined && hosts < 2;
  return hosts === 1 && (coding === undefined || coding.toLowerCase() === "chunked");
}

/**
 * True if the query has more fields than any route takes. They are counted before anything but the
 * framework's own reader reads them.
 */
export function hasLongQuery({ url = "" }: IncomingMessage): boolean {
  const start = url.indexOf("?");
  return start !== -1 && hasTooManyFields(url.slice(start + 1));
}

function hostsOf(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  return hosts;
}

const HOST = "host";
