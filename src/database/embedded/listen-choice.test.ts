import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Binaries } from "./binaries.ts";
import type { Cluster } from "./cluster.ts";
import { listenChoices, removeTemporarySocketFolder } from "./listen-choice.ts";
import type { Endpoint } from "./postmaster-file.ts";

const login = { user: "u", password: "p" };
const binaries: Binaries = {
  initdb: "initdb",
  postgres: "postgres",
  pgCtl: "pg_ctl",
  majorVersion: "18",
  release: () => Promise.resolve(),
};
let folder: string;
const made: Endpoint[] = [];

beforeEach(async () => {
  folder = await mkdtemp("/tmp/vezne-listen-");
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  for (const endpoint of made.splice(0)) await removeTemporarySocketFolder(endpoint);
});

async function choices(directory: string, before?: Endpoint): Promise<Endpoint[]> {
  const cluster: Cluster = {
    home: folder,
    directory,
    user: { kind: "same" },
    binaries,
    credentials: { owner: login, service: login },
    settings: {},
  };
  const found: Endpoint[] = [];
  for await (const { endpoint } of listenChoices(cluster, before)) found.push(endpoint);
  made.push(...found);
  return found;
}

describe("the address of the embedded server", () => {
  it("is a socket in its directory, else in a temporary folder, else a loopback port", async () => {
    const [first, second, third] = await choices(folder);
    expect(first).toEqual({ host: folder, port: 5432 });
    expect(second?.host).toMatch(/^\/tmp\/vezne-socket-/);
    expect(third?.host).toBe("127.0.0.1");
    expect(third?.port).toBeGreaterThan(1023);
  });

  it("is never a socket whose path the system would cut off", async () => {
    const [first] = await choices(`/tmp/${randomBytes(50).toString("hex")}`);
    expect(first?.host).toMatch(/^\/tmp\/vezne-socket-/);
  });

  it("is the same place again after a restart", async () => {
    // The system gives ports from 32768 on to connections of other programs.
    const port = 15_000 + (process.pid % 4_000);
    expect((await choices(folder, { host: folder, port: 5432 }))[0]?.host).toBe(folder);
    expect((await choices(folder, { host: "127.0.0.1", port }))[0]?.port).toBe(port);
  });

  it("is another port if another program has taken the former one", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const [first] = await choices(folder, { host: "127.0.0.1", port });
    other.close();
    expect(first?.host).toBe("127.0.0.1");
    expect(first?.port).not.toBe(port);
  });

  it("is not a temporary folder that other users can write to", async () => {
    await chmod(folder, 0o777);
    const [first] = await choices("/nowhere", { host: folder, port: 5432 });
    expect(first?.host).toBe("/nowhere");
  });
});
