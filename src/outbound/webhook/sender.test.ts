import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { maskText } from "../../system/logger.ts";
import { createWebhookSender, type ClosableSender, type SenderOptions } from "./sender.ts";
import type { NameResolver } from "./name-lookup.ts";

const HEADERS = { "webhook-id": "evt_1" };

/** Spellings of this machine and of private networks, as an attacker would write them in a URL. */
const FORBIDDEN_EVERYWHERE = [
  "http://0.0.0.0:PORT/",
  "http://0:PORT/",
  "http://[::]:PORT/",
  "http://10.0.0.1:PORT/",
  "http://192.168.0.1:PORT/",
  "http://172.16.0.1:PORT/",
  "http://169.254.169.254/latest/meta-data/",
  "http://0xa9fea9fe/",
  "http://2852039166/",
  "http://[::ffff:169.254.169.254]/",
  "http://[fe80::1]:PORT/",
  "http://[fc00::1]:PORT/",
  "http://100.64.0.1:PORT/",
];

const THIS_MACHINE = [
  "http://127.0.0.1:PORT/",
  "http://127.1:PORT/",
  "http://127.0.1:PORT/",
  "http://2130706433:PORT/",
  "http://0x7f000001:PORT/",
  "http://0x7f.1:PORT/",
  "http://017700000001:PORT/",
  "http://0177.0.0.1:PORT/",
  "http://127.8.9.10:PORT/",
  "http://①②⑦.0.0.1:PORT/",
  "http://localhost:PORT/",
  "http://[::1]:PORT/",
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://[::ffff:7f00:1]:PORT/",
  "http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/",
];

const RETRY_AFTER: Readonly<Record<string, string>> = {
  "/later": "7",
  "/later-by-date": "Wed, 21 Oct 2015 07:28:00 GMT",
  "/later-by-text": "admin password: hunter",
};

describe("sending webhooks", () => {
  let server: Server;
  let port: number;
  let calls: string[] = [];
  let sender: ClosableSender;
  beforeAll(async () => {
    server = createServer((request, response) => {
      calls.push(`${request.method} ${request.url}`);
      if (request.url === "/redirect") response.writeHead(302, { location: "/target" }).end();
      else if (request.url === "/once") response.writeHead(200, { connection: "close" }).end();
      else if (request.url === "/silent") return;
      else if (request.url?.startsWith("/later") === true) {
        response.writeHead(503, {
          "x-trace": "abc",
          "set-cookie": "id=1",
          "retry-after": RETRY_AFTER[request.url] ?? "",
        });
        response.end("No: 5528 7900 0000 0008");
      } else if (request.url === "/endless") {
        response.writeHead(200);
        const more = setInterval(() => response.write("x".repeat(65_536)), 1);
        response.on("close", () => clearInterval(more));
      } else if (request.url === "/cut") {
        response.writeHead(200, { "content-length": "100" }).write("half");
        setImmediate(() => response.destroy());
      } else response.end("ok");
    });
    server.listen(0);
    await once(server, "listening");
    const address = server.address();
    port = typeof address === "object" && address !== null ? address.port : 0;
    sender = senderWith();
  });
  afterAll(async () => {
    await sender.close();
    server.closeAllConnections();
    server.close();
  });

  it("checks its permission after the connection is established and before it sends", async () => {
    const url = `http://receiver.example:${port}/late`;
    const request = { url, mode: "test", headers: HEADERS, body: "{}" } as const;
    let may = true;
    const lookup: NameResolver = (_host, callback) => {
      may = false;
      callback(null, [{ address: "127.0.0.1", family: 4 }]);
    };
    const late = senderWith(lookup);
    expect(await late.sendWhile(() => may, request)).toBe("not_sent");
    expect(calls).toEqual([]);
    expect(await late.sendWhile(() => true, request)).toMatchObject({ status: 200 });
    await late.close();
  });

  function senderWith(
    resolve?: NameResolver,
    options: Partial<SenderOptions> = {},
  ): ClosableSender {
    return createWebhookSender({
      userAgent: "Vezne/test",
      mask: maskText,
      // A busy machine answers within this time too.
      timeoutMs: 15_000,
      loopback: { webhookLoopback: true, isRehearsal: false },
      ...(resolve === undefined ? {} : { resolve }),
      ...options,
    });
  }
  const send = (url: string, mode: "test" | "live" = "test", by = sender) =>
    by.send({ url: url.replace("PORT", String(port)), mode, headers: HEADERS, body: "{}" });

  it.each(FORBIDDEN_EVERYWHERE)("never connects to %s", async (url) => {
    calls = [];
    for (const mode of ["test", "live"] as const) {
      expect(await send(url, mode)).toMatchObject({
        kind: "unanswered",
        error: "address_not_allowed",
      });
    }
    expect(calls).toEqual([]);
  });

  it.each(THIS_MACHINE)("connects to %s in test mode only", async (url) => {
    calls = [];
    expect(await send(url, "live")).toMatchObject({ error: "address_not_allowed" });
    expect(calls).toEqual([]);
    const answer = await send(url, "test");
    // A machine may lack an address family; the test checks only that our own guard refuses none.
    expect(answer).not.toMatchObject({ error: "address_not_allowed" });
  });

  it("refuses a name when one of its addresses is forbidden", async () => {
    const mixed = senderWith((_name, callback) =>
      callback(null, [
        { address: "93.184.216.34", family: 4 },
        { address: "10.0.0.1", family: 4 },
      ]),
    );
    const answer = await send("http://mixed.example:PORT/", "live", mixed);
    expect(answer).toMatchObject({ error: "address_not_allowed" });
    await mixed.close();
  });

  it("connects to the address that it checked, even if the name resolves differently next", async () => {
    let asked = 0;
    const rebinding = senderWith((_name, callback) => {
      asked += 1;
      const address = asked <= 2 ? "127.0.0.1" : "10.0.0.1";
      callback(null, [{ address, family: 4 }]);
    });
    const first = await send("http://rebind.example:PORT/once", "test", rebinding);
    expect(first).toMatchObject({ status: 200 });
    // One look-up for the public route, and one for the route to this machine.
    expect(asked).toBe(2);
    // Each further connection is checked again.
    const second = await send("http://rebind.example:PORT/once", "test", rebinding);
    expect(second).toMatchObject({ error: "address_not_allowed" });
    await rebinding.close();
  });

  it("reports a name that does not exist", async () => {
    const lost = senderWith((_name, callback) =>
      callback(Object.assign(new Error("no such name"), { code: "ENOTFOUND" })),
    );
    expect(await send("http://nowhere.example/", "test", lost)).toMatchObject({
      kind: "unanswered",
      error: "enotfound",
    });
    await lost.close();
  });

  it("survives a failure of the system's resolver", async () => {
    // The resolver refuses a name of this length without a network request.
    const name = `${Array.from({ length: 5 }, () => "a".repeat(60)).join(".")}.example`;
    expect(await send(`http://${name}/`)).toMatchObject({ kind: "unanswered", error: "ebadname" });
  });

  it("does not follow redirects", async () => {
    calls = [];
    expect(await send("http://127.0.0.1:PORT/redirect")).toMatchObject({
      kind: "answered",
      status: 302,
    });
    expect(calls).toEqual(["POST /redirect"]);
  });

  it("has a timeout", async () => {
    const hasty = senderWith(undefined, { timeoutMs: 300 });
    expect(await send("http://127.0.0.1:PORT/silent", "test", hasty)).toMatchObject({
      kind: "unanswered",
      error: "timeout",
    });
    await hasty.close();
  });

  it("does not wait for other receivers on the same server", async () => {
    const patient = senderWith();
    const urls = Array.from({ length: 20 }, () => "http://127.0.0.1:PORT/silent");
    const silent = urls.map((url) => send(url, "test", patient));
    const answer = await send("http://127.0.0.1:PORT/target", "test", patient);
    expect(answer).toMatchObject({ status: 200 });
    await patient.close();
    await Promise.all(silent);
  });

  it("goes to no receiver on this machine if that is not allowed", async () => {
    calls = [];
    const outward = senderWith(undefined, {
      loopback: { webhookLoopback: false, isRehearsal: false },
    });
    for (const host of ["127.0.0.1", "localhost"]) {
      expect(await send(`http://${host}:PORT/target`, "test", outward)).toMatchObject({
        error: "address_not_allowed",
      });
    }
    expect(calls).toEqual([]);
    await outward.close();
  });

  it("keeps only the status and Retry-After of an answer of this machine", async () => {
    for (const path of ["later", "later-by-date", "later-by-text"]) {
      const answer = await send(`http://localhost:PORT/${path}`);
      if (answer.kind !== "answered") throw new Error(answer.error);
      const { status, headers, body } = answer;
      const asked = headers["retry-after"] ?? "-";
      expect([path, status, body, asked, Object.keys(headers).length]).toEqual(
        {
          later: ["later", 503, undefined, "7", 1],
          "later-by-date": ["later-by-date", 503, undefined, "Wed, 21 Oct 2015 07:28:00 GMT", 1],
          "later-by-text": ["later-by-text", 503, undefined, "-", 0],
        }[path],
      );
    }
  });

  describe("with an answer from another machine", () => {
    let outside: ClosableSender;
    beforeAll(() => {
      outside = senderWith(undefined, { classOf: () => "public" });
    });
    afterAll(() => outside.close());

    it("stores headers and body, without cards and cookies", async () => {
      const answer = await send("http://127.0.0.1:PORT/later", "live", outside);
      if (answer.kind !== "answered") throw new Error(answer.error);
      expect(answer).toMatchObject({ status: 503, headers: { "x-trace": "abc" } });
      expect(answer.headers).not.toHaveProperty("set-cookie");
      expect(answer.body).toContain("5528…0008");
    });

    it("keeps the beginning of an endless answer, and ends the connection", async () => {
      const answer = await send("http://127.0.0.1:PORT/endless", "live", outside);
      if (answer.kind !== "answered") throw new Error(answer.error);
      expect([answer.status, answer.body?.length]).toEqual([200, 2_048]);
    });

    it("uses the status of an answer whose body is incomplete", async () => {
      expect(await send("http://127.0.0.1:PORT/cut", "live", outside)).toMatchObject({
        status: 200,
        body: "half",
      });
    });
  });
});
