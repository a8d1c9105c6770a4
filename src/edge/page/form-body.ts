import { parse } from "node:querystring";
import type { FastifyInstance } from "fastify";

/**
 * Lets the routes of `app` take URL-encoded forms. A repeated field becomes a list of its texts;
 * `textFields` reads both.
 */
export function takeForms(app: FastifyInstance, { bodyLimit }: { bodyLimit?: number } = {}): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", ...(bodyLimit === undefined ? {} : { bodyLimit }) },
    // Without a limit of its own `parse` drops the fields after the first thousand.
    (_request, body, done) => done(null, parse(String(body), "&", "=", { maxKeys: 0 })),
  );
}
