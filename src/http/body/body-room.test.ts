import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "../../system/logger.ts";
import { BodyRoom } from "./body-room.ts";
import { createProblemSender } from "../problem/problem-sender.ts";
import { createServer } from "../server/server.ts";

const KIB = 1_024;
const BODY = 200 * KIB;
const ROOM = 4 * KIB * KIB;
/** The number of unfinished bodies that leave no room for another one of their size. */
const MANY = 19;

describe("the room for unfinished request bodies", () => {
  let app: FastifyInstance;
  let room: BodyRoom;
  let sockets: Socket[];
  /** Ends the wait of the calls to `/later`, whose body is read after it. */
  let letIn: () => void;
  beforeEach(async () => {
    room = new BodyRoom(ROOM);
    sockets = [];
    app = createServer({
      logger: createLogger("silent"),
      random: { bytes: (count: number) => randomBytes(count) },
      publicUrl: "https://pay.example",
      sendProblem: createProblemSender("https://pay.example/docs"),
      isUnavailable: () => false,
      isReadOnly: () => false,
      mayBeExecuted: () => false,
      countFailure: () => false,
      timeouts: { headersMs: 30_000, requestMs: 30_000, silentMs: 30_000, checkedEveryMs: 20 },
      bodyRoom: room,
    });
    const turn = new Promise<void>((resolve) => void (letIn = resolve));
    app.post("/echo", async () => ({ ok: true }));
    app.post("/later", { onRequest: () => turn }, async () => ({ ok: true }));
    app.post("/never", { onRequest: () => new Promise(() => {}) }, async () => ({ ok: true }));
    await app.listen({ host: "127.0.0.1", port: 0 });
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });

  const open = async (): Promise<Socket> => {
    const address = app.server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    await once(socket, "connect");
    socket.on("error", () => undefined);
    return socket;
  };
  /** Sends the begin of a body of `BODY` bytes, and waits until the server has counted it. */
  const leaveUnfinished = async (bytes: number): Promise<Socket> => {
    const before = room.taken;
    const socket = await open();
    socket.write(head("/echo", `Content-Length: ${BODY}`));
    socket.write(Buffer.alloc(bytes, " "));
    await expect.poll(() => room.taken).toBeGreaterThanOrEqual(before + bytes);
    return socket;
  };
  const post = (bytes: number): Promise<Response> =>
    fetch(`${app.listeningOrigin}/echo`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ pad: "x".repeat(bytes) }),
    });

  it("refuses a large body with 503 once the others leave too little, and no small one", async () => {
    for (let one = 0; one < MANY; one += 1) await leaveUnfinished(BODY - KIB);
    const socket = await open();
    const answer = readAll(socket);
    socket.write(head("/echo", `Content-Length: ${BODY}`));
    socket.write(Buffer.alloc(BODY - KIB, " "));
    expect(await answer).toMatch(/^HTTP\/1\.1 503 [^]*\r\nretry-after: 1\r\n/i);
    expect(await answer).toContain('"code":"service_busy"');
    expect((await post(300)).status).toBe(200);
    expect((await post(16 * KIB)).status).toBe(200);
  });

  it("is left by the bodies of clients that disconnect", async () => {
    for (let one = 0; one < MANY; one += 1) await leaveUnfinished(BODY - KIB);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => room.taken).toBe(0);
    expect((await post(BODY)).status).toBe(200);
  });

  it("is left by a body that has arrived, or that is refused", async () => {
    const socket = await leaveUnfinished(KIB);
    const answer = readAll(socket);
    socket.write(`${" ".repeat(BODY - KIB - 2)}{}`);
    await expect.poll(() => room.taken).toBe(0);
    socket.end();
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
    expect((await post(300 * KIB)).status).toBe(413);
    const long = await open();
    const refused = readAll(long);
    long.write(head("/echo", "Transfer-Encoding: chunked"));
    const chunk = `${(64 * KIB).toString(16)}\r\n${" ".repeat(64 * KIB)}\r\n`;
    for (let one = 0; one < 5; one += 1) long.write(chunk);
    expect(await refused).toMatch(/^HTTP\/1\.1 413 /);
    await expect.poll(() => room.taken).toBe(0);
  });

  it("is not taken by bodies in one piece, however many are under way", async () => {
    const answers = Promise.all(
      Array.from({ length: 50 }, () =>
        fetch(`${app.listeningOrigin}/later`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: `{"pad":"${"x".repeat(2 * KIB)}"}`,
        }),
      ),
    );
    letIn();
    expect((await answers).map(({ status }) => status)).toEqual(
      Array.from({ length: 50 }, () => 200),
    );
    expect(room.taken).toBe(0);
  });

  it("answers 413 to a body that arrives byte by byte, each in a chunk", async () => {
    const socket = await open();
    const answer = readAll(socket);
    socket.write(head("/echo", "Transfer-Encoding: chunked"));
    socket.write("1\r\n \r\n".repeat(20_000));
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(await answer).toContain("so many small chunks");
    await expect.poll(() => room.taken).toBe(0);
  });

  it("counts such chunks while the call waits, and refuses it when its turn comes", async () => {
    const socket = await open();
    const answer = readAll(socket);
    socket.write(head("/later", "Transfer-Encoding: chunked"));
    socket.write("1\r\n \r\n".repeat(10_000));
    await expect.poll(() => room.taken).toBeGreaterThan(1_000 * KIB);
    letIn();
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
    await expect.poll(() => room.taken).toBe(0);
  });

  it("is left by a body that is never read, when its client goes", async () => {
    const socket = await open();
    socket.write(head("/never", "Transfer-Encoding: chunked"));
    socket.write("1\r\n \r\n".repeat(100));
    await expect.poll(() => room.taken).toBeGreaterThan(0);
    socket.destroy();
    await expect.poll(() => room.taken).toBe(0);
  });

  it("takes a body in several chunks as before", async () => {
    const socket = await open();
    const answer = readAll(socket);
    socket.write(head("/echo", "Transfer-Encoding: chunked"));
    for (const piece of ['{"a":', '"ş', '"}']) {
      socket.write(`${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`);
    }
    socket.write("0\r\n\r\n");
    socket.end();
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(room.taken).toBe(0);
  });
});

describe("a room", () => {
  it("lets a body hold as much as it leaves free", () => {
    const room = new BodyRoom(100);
    expect([room.grow(0, 50), room.grow(50, 1)]).toEqual([true, false]);
    expect([room.grow(0, 25), room.grow(0, 13), room.grow(0, 12)]).toEqual([true, false, true]);
    room.leave(50);
    expect([room.taken, room.grow(0, 31)]).toEqual([37, true]);
  });
});

function head(path: string, length: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
}

async function readAll(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk: Buffer) => void (text += chunk.toString()));
  await new Promise<void>((resolve) => socket.once("close", () => resolve()));
  return text;
}
