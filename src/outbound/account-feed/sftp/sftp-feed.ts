import type { AccountFeed } from "../../../domain/account-feed/account-feed.ts";
import type { FeedAnswer, FeedLook, FeedProtocol } from "../../../domain/account-feed/ports.ts";
import type { Credentials } from "../../../domain/connection/ports.ts";
import { SECOND } from "../../../kernel/clock.ts";
import { slicesOf } from "../../../kernel/slices.ts";
import type { FileReader } from "../../../file/reader/file-reader.ts";
import { mask } from "../kit/bank-call.ts";
import type { HostRule } from "../kit/host-rule.ts";
import { BYTES_MAX, openSession, TOO_LARGE, type Found, type Session } from "./ask.ts";
import { credentialOf, type Failure } from "./connect.ts";
import { SFTP_FORM } from "./form.ts";
import { readLines } from "./line.ts";
import {
  freshAmong,
  isSame,
  knownAfter,
  memoryJson,
  readMemory,
  toldOf,
  type KnownFile,
  type Memory,
} from "./memory.ts";

export type SftpParts = {
  /** Where hosts may lead. */
  readonly rule: HostRule;
  readonly files: Pick<FileReader, "statement">;
  /** Resolves after a time; tests have no need to wait. */
  readonly pause: (ms: number) => Promise<void>;
  readonly loginMs?: number;
  readonly wholeMs?: number;
};

const LOGIN_MS = 20 * SECOND;
const WHOLE_MS = 120 * SECOND;
/** A file whose size and time stay the same for this time is taken as complete. */
const UNCHANGED_MS = 2 * SECOND;
/** The files of one look; the others come with the next one. */
const READ_MAX = 100;
/** The lines that are stored at once, for which other writers wait. */
const LINES_AT_ONCE = 500;
const REASONS_SHOWN = 3;

/** Statements and extracts that a bank lays on an SFTP server. Nothing is changed there. */
export function sftpFeed(parts: SftpParts): FeedProtocol {
  return {
    form: SFTP_FORM,
    async look(look) {
      const directory = credentialOf(look.credentials, "directory");
      const before = readMemory(look.feed.memory, directory);
      return inSession(parts, { ...look, before }, (session) =>
        lookInto(parts, { ...look, directory, before }, session),
      );
    },
    async check(feed, credentials) {
      return inSession(parts, { feed, credentials, before: undefined }, async (session) => {
        const found = await session.list();
        return isFailure(found) ? found : { kind: "read", setAside: [] };
      });
    },
  };
}

type Place = {
  readonly feed: AccountFeed;
  readonly credentials: Credentials;
  readonly before: Memory | undefined;
};

async function inSession(
  { rule, loginMs = LOGIN_MS, wholeMs = WHOLE_MS }: SftpParts,
  { feed, credentials, before }: Place,
  work: (session: Session) => Promise<FeedAnswer>,
): Promise<FeedAnswer> {
  const guard = rule(credentialOf(credentials, "host"), feed.owner?.mode);
  const keyKind = before?.keyKind;
  const session = await openSession({ guard, credentials, keyKind, loginMs, wholeMs });
  if (session.kind !== "session") return session;
  try {
    return await work(session);
  } finally {
    session.close();
  }
}

type FolderLook = FeedLook & {
  readonly directory: string;
  readonly before: Memory | undefined;
};

async function lookInto(parts: SftpParts, look: FolderLook, session: Session): Promise<FeedAnswer> {
  const { before, directory, from, now } = look;
  const form = look.extracts?.form;
  const found = await session.list();
  if (isFailure(found)) return found;
  const fresh = freshAmong(found, before, { from, form });
  const complete = await completeAmong(parts, fresh, session);
  if (isFailure(complete)) return complete;
  const read = new Map<string, KnownFile>();
  for (const file of complete.slice(0, READ_MAX)) {
    if (!look.mayGoOn()) return { kind: "unknown", code: "stopped" };
    const known = await readFile(parts, { look, session }, file);
    if (isFailure(known)) return known;
    if (known !== undefined) read.set(file.name, known);
  }
  const files = knownAfter(found, { before, read, fresh });
  const memory = memoryJson({ directory, keyKind: session.keyKind, form, files });
  return { kind: "read", memory, setAside: toldOf(files, now) };
}

/** The files that their sender has finished: a second listing shows them as the first one did. */
async function completeAmong(
  { pause }: SftpParts,
  fresh: readonly Found[],
  session: Session,
): Promise<readonly Found[] | Failure> {
  if (fresh.length === 0) return [];
  await pause(UNCHANGED_MS);
  const again = await session.list();
  if (isFailure(again)) return again;
  const later = new Map(again.map((file) => [file.name, file]));
  return fresh.filter((file) => isSame(file, later.get(file.name)));
}

/** Takes what a file has; undefined if it has gone or changes: a later look reads it. */
async function readFile(
  { files }: SftpParts,
  { look, session }: { readonly look: FolderLook; readonly session: Session },
  file: Found,
): Promise<KnownFile | undefined | Failure> {
  const faulty = (reasons: readonly string[]): KnownFile => {
    const rest = reasons.length - REASONS_SHOWN;
    const shown = mask(reasons.slice(0, REASONS_SHOWN).join("; "), look.credentials);
    const reason = rest > 0 ? `${shown}; and ${rest} more` : shown;
    return { ...file, fault: { since: look.now, reason } };
  };
  if (file.size > BYTES_MAX) return faulty([TOO_LARGE]);
  const bytes = await session.read(file);
  if (bytes === undefined || isFailure(bytes)) return bytes;
  // No file has this size, so the next look tries it again.
  const again = (reason: string) => ({ ...faulty([reason]), size: -1 });
  if ("reason" in bytes) return again(bytes.reason);
  if (bytes.length !== file.size) return undefined;
  const reasons = await takeContent(files, look, bytes);
  if (reasons === undefined) return again("it could not be read");
  return reasons.length === 0 ? file : faulty(reasons);
}

/** Returns the reasons why parts were not taken; undefined if the reader itself has failed. */
async function takeContent(
  files: SftpParts["files"],
  { extracts, take }: FolderLook,
  bytes: Uint8Array,
): Promise<readonly string[] | undefined> {
  if (extracts !== undefined) return extracts.take(bytes);
  const content = await readLines(files, bytes);
  for (const part of slicesOf(content?.lines ?? [], LINES_AT_ONCE)) await take(part);
  return content?.reasons;
}

function isFailure(value: object | undefined): value is Failure {
  return (
    value !== undefined && "kind" in value && (value.kind === "refused" || value.kind === "unknown")
  );
}
