import { createHash } from "node:crypto";
import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import ssh2 from "ssh2";

/** A file of the server; `sent` replaces its content in answers, as if it were still written. */
export type ServedFile = {
  readonly content: string | Uint8Array;
  /** Seconds since 1970. */
  readonly changedAt: number;
  readonly mode?: number;
  /** A number of the protocol with which the server refuses to read it. */
  readonly refusal?: number;
};

export type SftpServer = {
  readonly port: number;
  /** The files of the one directory, which tests change. */
  readonly files: Map<string, ServedFile>;
  /** Called after each listing. */
  onListed: (count: number) => void;
  /** The names that were read, in order. */
  readonly read: string[];
  /** The passwords that clients have sent. */
  readonly passwords: string[];
  /** True: requests of files get no answer. */
  isSilent: boolean;
  close(): Promise<void>;
};

/** The events of `ssh2`'s server side, for which it has no declarations. */
type Wire = EventEmitter & Record<string, (...values: unknown[]) => unknown>;

/** A key of a server, with the fingerprint that OpenSSH shows of it. */
export function newHostKey(type = "ed25519", options = {}) {
  const pair = ssh2.utils.generateKeyPairSync(type, options);
  const blob = Buffer.from(pair.public.split(" ")[1] ?? "", "base64");
  const digest = createHash("sha256").update(blob).digest("base64");
  return { private: pair.private, fingerprint: `SHA256:${digest.replace("=", "")}` };
}

const REGULAR = 0o100_644;
const { STATUS_CODE } = ssh2.utils.sftp;

/** A user `vezne` with the password `geheim`, or any user with a key, at a server from npm. */
export async function startSftpServer(hostKeys: readonly string[]): Promise<SftpServer> {
  const state: Omit<SftpServer, "port" | "close"> = {
    files: new Map(),
    onListed: () => undefined,
    read: [],
    passwords: [],
    isSilent: false,
  };
  const clients = new Set<Wire>();
  const server = new ssh2.Server({ hostKeys }, (given) => {
    const client = given as Wire;
    clients.add(client);
    // Without it, each answer waits for the acknowledgement of the one before.
    (client["_sock"] as unknown as Socket).setNoDelay(true);
    client
      .on("authentication", (asked: Wire & { method: string; password?: string }) => {
        if (asked.method === "password") state.passwords.push(asked.password ?? "");
        const isKnown = asked.method === "publickey" || asked.password === "geheim";
        if (isKnown) asked["accept"]?.();
        else asked["reject"]?.(["password", "publickey"]);
      })
      .on("session", (accept: () => Wire) =>
        accept().on("sftp", (open: () => Wire) => serve(open(), state)),
      )
      .on("error", () => undefined)
      .on("close", () => clients.delete(client));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return Object.assign(state, {
    port: server.address().port,
    async close() {
      for (const client of clients) client["end"]?.();
      await new Promise<void>((done) => server.close(done));
    },
  });
}

function serve(sftp: Wire, state: Omit<SftpServer, "port" | "close">): void {
  const opened: { name: string; isListed: boolean }[] = [];
  let listings = 0;
  const open = (id: number, name: string): void => {
    opened.push({ name, isListed: false });
    sftp["handle"]?.(id, Buffer.from([opened.length - 1]));
  };
  sftp
    .on("OPENDIR", (id: number, path: string) => {
      if (path === "/yok") sftp["status"]?.(id, STATUS_CODE["NO_SUCH_FILE"]);
      else open(id, path);
    })
    .on("READDIR", (id: number, handle: Buffer) => {
      const folder = opened[handle[0] ?? 0];
      if (folder === undefined || folder.isListed) {
        state.onListed((listings += 1));
        return sftp["status"]?.(id, STATUS_CODE["EOF"]);
      }
      folder.isListed = true;
      const entries = [...state.files].map(([filename, file]) => ({
        filename,
        longname: filename,
        attrs: attributes(file),
      }));
      return sftp["name"]?.(id, entries);
    })
    .on("OPEN", (id: number, path: string) => {
      const name = path.split("/").at(-1) ?? "";
      const file = state.files.get(name);
      state.read.push(name);
      if (state.isSilent) return;
      if (file === undefined) sftp["status"]?.(id, STATUS_CODE["NO_SUCH_FILE"]);
      else if (file.refusal !== undefined) sftp["status"]?.(id, file.refusal);
      else open(id, name);
    })
    .on("FSTAT", (id: number, handle: Buffer) => {
      const file = state.files.get(opened[handle[0] ?? 0]?.name ?? "");
      if (file !== undefined) sftp["attrs"]?.(id, attributes(file));
    })
    .on("READ", (id: number, handle: Buffer, offset: number, length: number) => {
      const file = state.files.get(opened[handle[0] ?? 0]?.name ?? "");
      const part = Buffer.from(file?.content ?? "").subarray(offset, offset + length);
      if (part.length === 0) sftp["status"]?.(id, STATUS_CODE["EOF"]);
      else sftp["data"]?.(id, part);
    })
    .on("CLOSE", (id: number) => sftp["status"]?.(id, STATUS_CODE["OK"]));
}

function attributes({ content, changedAt, mode = REGULAR }: ServedFile) {
  const size = Buffer.from(content).length;
  return { mode, uid: 0, gid: 0, size, atime: changedAt, mtime: changedAt };
}
