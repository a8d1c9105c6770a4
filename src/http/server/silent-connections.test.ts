import { once } from "node:events";
import { connect } from "node:net";
import Fastify from "fastify";
import { expect, it } from "vitest";
import { dropSilentConnections } from "./silent-connections.ts";

it("a stop does not wait for connections that have sent no request", async () => {
  const app = Fastify();
  dropSilentConnections(app);
  app.get("/", async () => "hello");
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const silent = connect(port, "127.0.0.1");
  await once(silent, "connect");
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect(await answer.text()).toBe("hello");
  const gone = once(silent, "close");
  await app.close();
  await gone;
});
