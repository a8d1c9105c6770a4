import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { type Clock, instant } from "../../kernel/clock.ts";
import { type LineAnswer, type LineDeps, post } from "./bank-line.ts";

const releases: (() => Promise<unknown> | undefined)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0).toReversed()) await release();
});

/** A busy machine answers within this time too. */
const TIMEOUT_MS = 15_000;

type Bank = { readonly deps: LineDeps; readonly arrived: () => number };

/** A server whose answers the test defines, and one connection to it. */
async function bankThat(answer: (response: ServerResponse) => void, clock?: Clock): Promise<Bank> {
  let arrived = 0;
  const server = createServer((request, response) => {
    arrived += 1;
    request.resume().on("end", () => answer(response));
  });
  await listening(server);
  const { port } = server.address() as AddressInfo;
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 1, pipelining: 1 });
  releases.push(() => {
    server.closeAllConnections();
    server.close();
    return undefined;
  });
  releases.push(() => pool.destroy());
  const deps = {
    dispatcher: pool,
    clock: clock ?? { now: () => instant(0) },
    timeoutMs: TIMEOUT_MS,
  };
  return { deps, arrived: () => arrived };
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
}

function send(bank: Bank): Promise<LineAnswer> {
  return post(bank.deps, { path: "/", headers: { "content-type": "text/plain" }, body: "ask" });
}

describe("the connection to the bank", () => {
  it("returns the whole answer, also if it arrives in several pieces", async () => {
    const bank = await bankThat((response) => {
      response.setHeader("x-signature", "s");
      response.write("Türkç");
      setImmediate(() => response.end("e"));
    });
    expect(await send(bank)).toMatchObject({
      kind: "answered",
      status: 200,
      headers: { "x-signature": "s" },
      body: Buffer.from("Türkçe"),
    });
  });

  it("distinguishes a request that was never sent from one that was never answered", async () => {
    const bank = await bankThat((response) => response.destroy());
    expect(await send(bank)).toMatchObject({ kind: "no_answer", cause: "und_err_socket" });
    await bank.deps.dispatcher.close();
    expect(await send(bank)).toMatchObject({ kind: "never_sent" });
  });

  it("sends no request twice", async () => {
    const bank = await bankThat((response) => response.destroy());
    await send(bank);
    await send(bank);
    expect(bank.arrived()).toBe(2);
  });

  it("refuses an answer that is far too long", async () => {
    const bank = await bankThat((response) => response.end("x".repeat(1_000_000)));
    expect(await send(bank)).toMatchObject({ kind: "no_answer" });
  });

  it("refuses an answer that arrives too slowly", async () => {
    let now = 0;
    const bank = await bankThat(
      (response) => {
        response.write("{");
        now = TIMEOUT_MS + 1;
        setImmediate(() => response.write(" "));
      },
      { now: () => instant(now) },
    );
    expect(await send(bank)).toMatchObject({ kind: "no_answer" });
  });

  it("does not send a request that has waited too long for a connection", async () => {
    let now = 0;
    const bank = await bankThat(
      (response) => {
        now = TIMEOUT_MS + 1;
        response.end("late");
      },
      { now: () => instant(now) },
    );
    const [, waited] = await Promise.all([send(bank), send(bank)]);
    expect(waited).toMatchObject({ kind: "never_sent" });
    expect(bank.arrived()).toBe(1);
  });
});
