import type { FastifyInstance, FastifyRequest } from "fastify";
import { BOUNDS } from "../kernel/bounds.ts";
import { hasTooManyFields, readFormText } from "../system/form-text.ts";
import { textFields } from "./fields.ts";

/**
 * Lets the routes of `app` take URL-encoded forms. A repeated field becomes a list of its texts;
 * `textFields` reads both.
 */
export function takeForms(app: FastifyInstance, { bodyLimit }: { bodyLimit?: number } = {}): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer", ...(bodyLimit === undefined ? {} : { bodyLimit }) },
    (_request, body, done) => {
      const text = Buffer.from(body).toString("latin1");
      if (hasTooManyFields(text)) done(new TooManyFields());
      else done(null, readFormText(text));
    },
  );
}

/** Answered like a body that is too long. */
class TooManyFields extends Error {
  readonly code = "FST_ERR_CTP_BODY_TOO_LARGE";
  readonly statusCode = 413;

  constructor() {
    super(`A form has at most ${BOUNDS.formFieldsMax} fields.`);
  }
}

/** The fields of a form that was sent by GET or POST, with those of the address; one text each. */
export function sentFields({ url, body }: FastifyRequest): Record<string, string> {
  // Fastify's own reader of the query knows only UTF-8.
  const query = url.includes("?") ? url.slice(url.indexOf("?") + 1) : "";
  return { ...textFields(readFormText(query)), ...textFields(body) };
}
