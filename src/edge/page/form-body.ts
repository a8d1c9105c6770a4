import { isUtf8 } from "node:buffer";
import { parse } from "node:querystring";
import type { FastifyInstance } from "fastify";

/**
 * Lets the routes of `app` take URL-encoded forms. A repeated field becomes a list of its texts;
 * `textFields` reads both.
 */
export function takeForms(app: FastifyInstance, { bodyLimit }: { bodyLimit?: number } = {}): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer", ...(bodyLimit === undefined ? {} : { bodyLimit }) },
    (_request, body, done) => done(null, readForm(Buffer.from(body))),
  );
}

/**
 * Reads a form in UTF-8, or in windows-1254 if its bytes are not UTF-8: a browser posts the page of
 * a Turkish bank in the page's own character set, and the bank has signed these letters.
 */
function readForm(body: Buffer): ReturnType<typeof parse> {
  // One character stands for each byte until all of them are unescaped.
  const text = body.toString("latin1");
  const charset = isUtf8(unescaped(text)) ? "utf-8" : "windows-1254";
  const decoder = new TextDecoder(charset, { ignoreBOM: true });
  const decodeURIComponent = (part: string): string => decoder.decode(unescaped(part));
  // Without a limit of its own `parse` drops the fields after the first thousand.
  return parse(text, "&", "=", { maxKeys: 0, decodeURIComponent });
}

function unescaped(text: string): Buffer {
  const characters = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(characters, "latin1");
}
