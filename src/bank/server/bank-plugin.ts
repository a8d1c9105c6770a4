import type { FastifyPluginAsync } from "fastify";

import { bankApi } from "../api.ts";
import type { BankDeps } from "../bank-deps.ts";
import { doors } from "../door/doors.ts";
import { challengePages } from "./challenge-pages.ts";
import { hostedPages } from "./hosted-pages.ts";

/** Larger than any message of a terminal or form of a page. */
const BODY_LIMIT_BYTES = 16 * 1_024;

/**
 * The test bank as a Fastify plugin. With `prefix` it runs below a path of another server, and
 * keeps its own parsers and error answers.
 */
export function bankPlugin(deps: BankDeps): FastifyPluginAsync {
  return (app) => {
    app.removeAllContentTypeParsers();
    // Signatures are computed over the raw bytes, so the JSON body stays unparsed.
    app.addContentTypeParser(
      "application/json",
      { parseAs: "buffer", bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(body.toString())),
    );
    app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
      const status = error.statusCode ?? 500;
      // Only the error's name is logged, because bodies of this interface carry card numbers.
      if (status >= 500) request.log.error({ fault: error.name }, "the test bank failed");
      return reply.code(status).send({ error: status >= 500 ? "system_malfunction" : "refused" });
    });
    bankApi(app, deps);
    challengePages(app, deps);
    hostedPages(app, deps);
    return doors(app, deps);
  };
}
