import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../../system/logger.ts";
import { createDrain } from "./drain.ts";
import { Leaving } from "./leaving.ts";
import { createProblemSender } from "../problem/problem-sender.ts";
import { registerRoutes } from "./register-routes.ts";
import { createServer } from "./server.ts";
import { stopListening } from "./stop-listening.ts";

const sendProblem = createProblemSender("https://pay.example/docs");
const deps = {
  logger: createLogger("silent"),
  random: { bytes: (count: number) => randomBytes(count) },
  publicUrl: "https://pay.example",
  sendProblem,
  isUnavailable: () => false,
  isReadOnly: () => false,
  mayBeExecuted: () => false,
  countFailure: () => false,
};

describe("a server with slow or broken clients", () => {
  let app: FastifyInstance;
  let port: number;
  beforeAll(async () => {
    app = createServer({
      ...deps,
      // The requests of other clients arrive within these times on a busy machine too.
      timeouts: { headersMs: 1_000, requestMs: 2_000, silentMs: 4_000, checkedEveryMs: 20 },
    });
    const conventions = {
      sendProblem,
      rateLimits: { byAddress: async () => undefined, bySession: async () => undefined },
      sessions: { find: async () => undefined },
      idempotency: { preHandler: async () => undefined, onSend: async () => undefined },
    };
    registerRoutes(app, conventions, (scope) => {
      scope.post("/echo", async () => ({ ok: true }));
      // More than the buffers of a connection hold.
      scope.get("/long", async () => Buffer.alloc(64 * 1_024 * 1_024));
    });
    await app.listen({ host: "127.0.0.1", port: 0 });
    const address = app.server.address();
    port = typeof address === "object" && address !== null ? address.port : 0;
  });
  afterAll(() => app.close());

  it("takes 500 fields of a query, and refuses more", async () => {
    const echo = async (fields: number) => {
      const query = Array.from({ length: fields }, (_, index) => `f${index}=1`).join("&");
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", headers, body: "{}" };
      return (await fetch(`${app.listeningOrigin}/echo?${query}`, init)).status;
    };
    expect([await echo(500), await echo(501)]).toEqual([200, 400]);
  });

  it("keeps running after a connection that the system could not accept", async () => {
    app.server.emit("error", Object.assign(new Error("accept EMFILE"), { code: "EMFILE" }));
    const answer = await fetch(`${app.listeningOrigin}/nowhere`);
    expect(answer.status).toBe(404);
  });

  it("answers 408 if a body does not arrive", async () => {
    const socket = await send(
      "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" +
        "Content-Length: 100\r\n\r\n{",
    );
    const answer = await readAll(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"request_timeout"');
    expect(answer).toContain("Strict-Transport-Security: max-age=31536000");
  });

  it("answers 408 if the header fields do not end", async () => {
    const answer = await readAll(await send("POST /echo HTTP/1.1\r\nHost: x\r\nX-Slow: "));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("answers 408 if a body arrives too slowly", async () => {
    const socket = await send(
      "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" +
        "Content-Length: 1000000\r\n\r\n",
    );
    const trickle = setInterval(() => socket.write(" "), 10);
    const answer = await readAll(socket);
    clearInterval(trickle);
    expect(answer).toMatch(/^HTTP\/1\.1 (408|413) /);
  });

  it("answers other clients meanwhile", async () => {
    const slow = await Promise.all(
      Array.from({ length: 50 }, () => send("POST /echo HTTP/1.1\r\nHost: x\r\nX-Slow: ")),
    );
    const answer = await fetch(`http://127.0.0.1:${port}/echo`, { method: "POST" });
    expect(answer.status).toBe(200);
    await Promise.all(slow.map(readAll));
  });

  it("closes the connection of a client that does not read its answer", async () => {
    const served = once(app.server, "connection");
    const socket = await send("GET /long HTTP/1.1\r\nHost: x\r\n\r\n");
    socket.pause();
    const [connection] = (await served) as [Socket];
    await once(connection, "close");
    socket.destroy();
  });

  async function send(text: string): Promise<Socket> {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.on("error", () => undefined);
    socket.write(text);
    return socket;
  }
});

describe("the server's log", () => {
  it.each(["/x-5528790000000008", "/%35528790000000008", "/5528.7900.0000.0008?x=1"])(
    "contains no card number of the path %s",
    async (path) => {
      const lines: string[] = [];
      const logger = createLogger("info", { write: (line) => void lines.push(line) });
      // A random request id could contain the zeros too.
      const random = { bytes: (count: number) => Buffer.alloc(count, 1) };
      const app = createServer({ ...deps, random, logger });
      await app.listen({ host: "127.0.0.1", port: 0 });
      await fetch(app.listeningOrigin + path);
      await app.close();
      expect(lines.join("")).toContain('"path":"/');
      expect(lines.join("")).not.toMatch(/0{4}/);
    },
  );
});

describe("a server that is drained", () => {
  it("finishes a call that needs the server itself, and refuses every other", async () => {
    const app = createServer(deps);
    const leaving = new Leaving();
    const drain = createDrain(app, {
      sendProblem,
      leaving,
      isNeeded: ({ url }) => url === "/bank",
    });
    const arrived = new Promise<() => void>((come) => {
      app.get("/slow", async () => {
        await new Promise<void>((resolve) => come(resolve));
        return (await fetch(`${app.listeningOrigin}/bank`)).json();
      });
    });
    app.get("/bank", async () => ({ approved: true }));
    app.get("/healthz", async () => ({ status: "ok" }));
    await app.listen({ host: "127.0.0.1", port: 0 });
    const slow = fetch(`${app.listeningOrigin}/slow`);
    const finish = await arrived;
    let isDrained = false;
    const drained = drain.begin().then(() => (isDrained = true));
    const refused = await fetch(`${app.listeningOrigin}/slow`);
    expect([refused.status, refused.headers.get("connection")]).toEqual([503, "close"]);
    expect(await refused.json()).toMatchObject({ code: "service_stopping" });
    expect((await fetch(`${app.listeningOrigin}/healthz`)).status).toBe(200);
    expect(isDrained).toBe(false);
    finish();
    const answer = await slow;
    expect(answer.headers.get("connection")).toBe("close");
    expect(await answer.json()).toEqual({ approved: true });
    await drained;
    await app.close();
  });
});

describe("a server that stops behind a proxy", () => {
  it("takes no connection any more, and serves the last call on those that are open", async () => {
    const app = createServer(deps);
    const drain = createDrain(app, { sendProblem, leaving: new Leaving(), isNeeded: () => false });
    app.get("/call", async () => ({ done: true }));
    await app.listen({ host: "127.0.0.1", port: 0 });
    const origin = app.listeningOrigin;
    const { hostname, port } = new URL(origin);
    const open = async (): Promise<Socket> => {
      const accepted = once(app.server, "connection");
      const socket = connect(Number(port), hostname);
      await accepted;
      return socket;
    };
    const [fresh, used] = [await open(), await open()];
    const call = "GET /call HTTP/1.1\r\nHost: a\r\n\r\n";
    used.write(call);
    expect(String((await once(used, "data"))[0])).toContain("200 OK");
    await stopListening(app.server);
    const drained = drain.begin({ servesOn: true });
    // An idle connection is closed; one that was opened for a call has not sent it yet.
    expect(await readAll(used)).toBe("");
    fresh.write(call);
    const last = await readAll(fresh);
    expect(last).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(last).toMatch(/connection: close/i);
    await drained;
    await expect(fetch(`${origin}/call`)).rejects.toThrow("fetch failed");
    await app.close();
  });
});

describe("a drain", () => {
  it("does not wait for a handler that took its connection over and closed it", async () => {
    const app = createServer(deps);
    const leaving = new Leaving();
    const drain = createDrain(app, { sendProblem, leaving, isNeeded: () => false });
    app.get("/cut", (request, reply) => {
      reply.hijack();
      request.raw.socket.destroy();
    });
    await app.listen({ host: "127.0.0.1", port: 0 });
    await expect(fetch(`${app.listeningOrigin}/cut`)).rejects.toThrow("fetch failed");
    await drain.begin();
    await app.close();
  });
});

async function readAll(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk: Buffer) => void (text += chunk.toString()));
  await new Promise<void>((resolve) => socket.once("close", () => resolve()));
  return text;
}

describe("the log of requests", () => {
  it("has a line for each call, but none for a route that writes warnings only", async () => {
    const lines: string[] = [];
    const logger = createLogger("info", { write: (line) => void lines.push(line) });
    const app = createServer({ ...deps, logger });
    app.get("/often", { logLevel: "warn" }, () => "ok");
    app.get("/once", () => "ok");
    await app.inject("/often");
    await app.inject("/once");
    await app.close();
    expect(lines.join("")).toContain('"path":"/once"');
    expect(lines.join("")).not.toContain("/often");
  });
});
