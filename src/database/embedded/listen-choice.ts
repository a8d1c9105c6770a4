import { once } from "node:events";
import { chown, mkdtemp, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { isAbsolute, join } from "node:path";
import type { Cluster } from "./cluster.ts";
import { SOCKET_PORT, type Endpoint } from "./postmaster-file.ts";

/**
 * A possible address of the server: the endpoint to which clients connect, and the PostgreSQL
 * settings that make the server listen there.
 */
export type ListenChoice = {
  readonly endpoint: Endpoint;
  readonly settings: Readonly<Record<string, string>>;
};

/** The limit of macOS, the lowest of the supported systems: 104 bytes including a NUL. */
const SOCKET_PATH_LIMIT_BYTES = 103;
const TEMPORARY_PREFIX = "/tmp/vezne-socket-";

/**
 * The addresses to try, best first: the address before a restart; a socket in the data directory; a
 * socket in a private temporary directory, if the path of the data directory is too long or its
 * file system has no sockets; a loopback port.
 */
export async function* listenChoices(
  cluster: Cluster,
  before: Endpoint | undefined,
): AsyncGenerator<ListenChoice> {
  if (before) {
    const again = await sameAgain(cluster, before);
    if (again) yield again;
  }
  if (process.platform !== "win32") {
    const socketPath = join(cluster.directory, `.s.PGSQL.${SOCKET_PORT}`);
    if (Buffer.byteLength(socketPath) <= SOCKET_PATH_LIMIT_BYTES) yield inside(cluster);
    yield await inTemporaryFolder(cluster);
  }
  yield onLoopback(await freePort(0));
}

/**
 * Returns the address before a restart if it can be used again, because connection pools keep the
 * address with which they were opened.
 */
async function sameAgain(cluster: Cluster, before: Endpoint): Promise<ListenChoice | undefined> {
  if (before.host === cluster.directory) return inside(cluster);
  if (!isAbsolute(before.host)) return onLoopback(await freePort(before.port));
  return (await isOwnFolder(cluster, before.host)) ? atSocketIn(before.host) : undefined;
}

/**
 * A socket in the server's working directory; the relative path needs no access to folders above.
 */
function inside(cluster: Cluster): ListenChoice {
  return { ...atSocketIn("."), endpoint: { host: cluster.directory, port: SOCKET_PORT } };
}

function atSocketIn(folder: string): ListenChoice {
  return {
    endpoint: { host: folder, port: SOCKET_PORT },
    settings: {
      listen_addresses: "",
      unix_socket_directories: folder,
      port: `${SOCKET_PORT}`,
    },
  };
}

async function inTemporaryFolder(cluster: Cluster): Promise<ListenChoice> {
  const folder = await mkdtemp(TEMPORARY_PREFIX);
  if (cluster.user.kind === "other") await chown(folder, cluster.user.uid, cluster.user.gid);
  return atSocketIn(folder);
}

/** False if another user has replaced our folder between two starts. */
async function isOwnFolder(cluster: Cluster, folder: string): Promise<boolean> {
  try {
    const { uid, mode } = await stat(folder);
    const expected = cluster.user.kind === "other" ? cluster.user.uid : process.getuid?.();
    return uid === expected && (mode & 0o077) === 0;
  } catch {
    return false;
  }
}

function onLoopback(port: number): ListenChoice {
  return {
    endpoint: { host: "127.0.0.1", port },
    settings: { listen_addresses: "127.0.0.1", unix_socket_directories: "", port: `${port}` },
  };
}

/** Returns the wished port if it is free, otherwise any free port. */
async function freePort(wished: number): Promise<number> {
  const server = createServer();
  try {
    server.listen(wished, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  } catch (error) {
    if (wished !== 0) return await freePort(0);
    throw error;
  } finally {
    server.close();
  }
}

export async function removeTemporarySocketFolder(endpoint: Endpoint): Promise<void> {
  if (!endpoint.host.startsWith(TEMPORARY_PREFIX)) return;
  await rm(endpoint.host, { recursive: true, force: true });
}
