import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sentFields, takeForms } from "./form-body.ts";

const form = (fields: number): string =>
  Array.from({ length: fields }, (_, index) => `f${index}=%C4%B1`).join("&");

describe("a form", () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = Fastify();
    takeForms(app);
    app.post("/form", (request, reply) =>
      reply.send(String(Object.keys(sentFields(request)).length)),
    );
    await app.ready();
  });
  afterAll(() => app.close());

  const post = (fields: number) =>
    app.inject({
      method: "POST",
      url: "/form",
      payload: form(fields),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });

  it("is read with 500 fields, and refused with more before any is decoded", async () => {
    expect([(await post(500)).statusCode, (await post(500)).body]).toEqual([200, "500"]);
    expect((await post(501)).statusCode).toBe(413);
    expect((await post(12_000)).statusCode).toBe(413);
  });
});
