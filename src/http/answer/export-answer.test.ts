import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendFile } from "./export-answer.ts";

describe("an export whose source fails", () => {
  let app: FastifyInstance;
  let port = 0;
  /** Fails the source of the last requested export, in the middle. */
  let breakOff: () => void;
  beforeAll(async () => {
    app = Fastify();
    app.get("/file", (_request, reply) => {
      const content = new Readable({ read: () => undefined });
      content.push("order_id,amount\r\nORD-1,1000\r\n");
      breakOff = () => content.destroy(new Error("the source broke off"));
      return sendFile(reply, { name: "a.csv", type: "text/csv", content });
    });
    await app.listen({ host: "127.0.0.1", port: 0 });
    port = (app.server.address() as { port: number }).port;
  });
  afterAll(() => app.close());

  it("is incomplete for an HTTP/1.1 client, because its last chunk is missing", async () => {
    const call = request({ host: "127.0.0.1", port, path: "/file" }).end();
    const [response] = (await once(call, "response")) as [IncomingMessage];
    await once(response, "data");
    breakOff();
    await expect(once(response, "end")).rejects.toThrow("aborted");
    expect(response.complete).toBe(false);
  });

  it("is incomplete for an HTTP/1.0 client, because its connection is reset", async () => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.write("GET /file HTTP/1.0\r\n\r\n");
    await once(socket, "data");
    breakOff();
    await expect(once(socket, "end")).rejects.toMatchObject({ code: "ECONNRESET" });
  });
});
