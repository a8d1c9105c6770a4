import type { Entry, Sftp } from "ssh2";
import type { Credentials } from "../../../domain/connection/ports.ts";
import { asError } from "../../../kernel/thrown.ts";
import { after } from "../../../system/after.ts";
import { keepWork } from "../../../system/loop-watch.ts";
import { connect, credentialOf, failureOf, type Failure, type Login } from "./connect.ts";
import { isUsable, isWanted } from "./file-name.ts";

/** A file of the directory, as the server tells of it. */
export type Found = {
  readonly name: string;
  readonly size: number;
  /** In seconds since 1970, by the server's clock. */
  readonly changedAt: number;
};

export type Session = {
  readonly kind: "session";
  readonly keyKind: string;
  /** The files that the pattern wants. */
  list(): Promise<readonly Found[] | Failure>;
  /** The content; undefined if the file has gone, and a reason if it can't be had. */
  read(file: Found): Promise<Uint8Array | { readonly reason: string } | undefined | Failure>;
  close(): void;
};

export type SessionTerms = Omit<Login, "timeoutMs"> & {
  /** The time for the log-in, and for all that follows. */
  readonly loginMs: number;
  readonly wholeMs: number;
};

/** The largest file; a year of statements of a busy account is smaller. */
export const BYTES_MAX = 16 * 1_024 * 1_024;
/** The entries of a directory; the files of a pattern are in the memory of the feed. */
const ENTRIES_MAX = 20_000;
const FILES_MAX = 2_000;
/** Every server answers this much at once. */
const CHUNK = 32 * 1_024;

/** The answers of the protocol, draft-ietf-secsh-filexfer-02, 7. */
const END = 1;
const NO_SUCH_FILE = 2;
const PERMISSION_DENIED = 3;
const FAILURE = 4;

/** Logs in; the session ends by itself after its time, so that no server keeps a look for ever. */
export async function openSession(terms: SessionTerms): Promise<Session | Failure> {
  const { credentials, loginMs, wholeMs } = terms;
  const connection = await keepWork(connect({ ...terms, timeoutMs: loginMs }));
  if (connection.kind !== "open") return connection;
  const { client, sftp, keyKind } = connection;
  let isLate = false;
  const stop = after(wholeMs, () => {
    isLate = true;
    client.destroy();
  });
  const lost = new Promise<never>((_, reject) => {
    client.on("close", () => reject(new Error("the server has closed the connection")));
  });
  // No call waits for it between two others.
  lost.catch(() => undefined);
  const tried = async <Value>(work: Promise<Value>): Promise<Value | Failure> => {
    try {
      return await keepWork(Promise.race([work, lost]));
    } catch (error) {
      if (isLate) return { kind: "unknown", code: "timeout" };
      return statusFailure(asError(error), credentials);
    }
  };
  const directory = credentialOf(credentials, "directory");
  const path = directory === "" ? "." : directory;
  return {
    kind: "session",
    keyKind,
    list: () => tried(list(sftp, path, credentialOf(credentials, "pattern"))),
    read: (file) => tried(read(sftp, `${path.replace(/\/$/, "")}/${file.name}`)),
    close() {
      stop();
      client.destroy();
    },
  };
}

async function list(
  sftp: Sftp,
  path: string,
  pattern: string,
): Promise<readonly Found[] | Failure> {
  const handle = await call<Buffer>((done) => sftp.opendir(path, done));
  const found: Found[] = [];
  let seen = 0;
  for (;;) {
    const entries = await entriesOf(sftp, handle);
    if (entries === undefined) break;
    seen += entries.length;
    found.push(...entries.flatMap((entry) => wanted(entry, pattern)));
    if (seen > ENTRIES_MAX || found.length > FILES_MAX) {
      const message = `at most ${FILES_MAX} files may fit the pattern, of ${ENTRIES_MAX} entries`;
      return { kind: "refused", code: "too_many_files", message };
    }
  }
  sftp.close(handle, () => undefined);
  return found.toSorted((a, b) =>
    a.changedAt === b.changedAt ? (a.name < b.name ? -1 : 1) : a.changedAt - b.changedAt,
  );
}

/** The next entries; undefined at the end. */
async function entriesOf(sftp: Sftp, handle: Buffer): Promise<readonly Entry[] | undefined> {
  try {
    return await call<readonly Entry[]>((done) => sftp.readdir(handle, done));
  } catch (error) {
    if (statusOf(error) === END) return undefined;
    throw error;
  }
}

function wanted({ filename, attrs }: Entry, pattern: string): readonly Found[] {
  if (!isUsable(filename) || !isWanted(filename, pattern) || !attrs.isFile()) return [];
  return [{ name: filename, size: attrs.size, changedAt: attrs.mtime }];
}

async function read(
  sftp: Sftp,
  path: string,
): Promise<Uint8Array | { readonly reason: string } | undefined> {
  try {
    const handle = await call<Buffer>((done) => sftp.open(path, "r", done));
    const bytes = await contentOf(sftp, handle);
    sftp.close(handle, () => undefined);
    return bytes ?? { reason: TOO_LARGE };
  } catch (error) {
    const status = statusOf(error);
    if (status === NO_SUCH_FILE) return undefined;
    if (status === PERMISSION_DENIED) return { reason: "the server does not permit to read it" };
    if (status === FAILURE) return { reason: "the server could not read it" };
    throw error;
  }
}

/** Reads to the end, whatever size the server has told; undefined if there is too much. */
async function contentOf(sftp: Sftp, handle: Buffer): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = Buffer.alloc(CHUNK);
    const count = await call<number>((done) => sftp.read(handle, chunk, 0, CHUNK, size, done));
    if (count === 0) return Buffer.concat(chunks);
    size += count;
    if (size > BYTES_MAX) return undefined;
    chunks.push(chunk.subarray(0, count));
  }
}

export const TOO_LARGE = `it is larger than ${BYTES_MAX / 1_024 / 1_024} MB`;

function statusFailure(error: Error, credentials: Credentials): Failure {
  const status = statusOf(error);
  if (status === NO_SUCH_FILE) return { kind: "refused", code: "directory_missing" };
  if (status === PERMISSION_DENIED) return { kind: "refused", code: "permission_denied" };
  return failureOf(error, credentials);
}

function statusOf(error: unknown): number | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "number" ? code : undefined;
}

function call<Value>(
  begin: (done: (error: Error | undefined, value: Value) => void) => void,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    begin((error, value) => {
      if (error) reject(error);
      else resolve(value);
    });
  });
}
