import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listenLocally } from "../../../test/support/local-server.ts";
import { connectionLimits, limitConnections } from "./connection-limits.ts";

describe("a server with a limit of connections", () => {
  let server: ReturnType<typeof createServer>;
  let port: number;
  const opened: Socket[] = [];
  beforeEach(() => {
    // Greets each connection that it keeps.
    server = createServer((socket) => {
      socket.on("error", () => {});
      setImmediate(() => socket.destroyed || socket.write("hello"));
    });
  });
  afterEach(() => {
    for (const socket of opened.splice(0)) socket.destroy();
    server.close();
  });
  const listen = async (): Promise<void> => void (port = await listenLocally(server));

  /** Opens a connection; returns whether the server has kept it. */
  async function isKept(localAddress: string): Promise<boolean> {
    const socket = connect({ host: "127.0.0.1", port, localAddress }).on("error", () => {});
    opened.push(socket);
    return Promise.race([
      once(socket, "data").then(() => true),
      once(socket, "close").then(() => false),
    ]);
  }

  it("closes those of an address that has its number, and takes others", async () => {
    limitConnections(server, { most: 100, mostOfOne: 2, unlimited: ["127.0.0.9/32"] });
    await listen();
    expect([await isKept("127.0.0.2"), await isKept("127.0.0.2")]).toEqual([true, true]);
    expect(await isKept("127.0.0.2")).toBe(false);
    expect(await isKept("127.0.0.3")).toBe(true);
    const first = opened[0];
    first?.destroy();
    await expect.poll(() => isKept("127.0.0.2")).toBe(true);
    const ofProxy = [
      await isKept("127.0.0.9"),
      await isKept("127.0.0.9"),
      await isKept("127.0.0.9"),
    ];
    expect(ofProxy).toEqual([true, true, true]);
  });

  it("counts neither this machine nor a proxy whose connections are those of many", () => {
    const { unlimited } = connectionLimits({
      trustedProxies: ["10.1.0.0/16"],
      forwarding: "named",
    });
    expect(unlimited).toEqual(["127.0.0.0/8", "::1/128", "10.1.0.0/16"]);
  });
});
