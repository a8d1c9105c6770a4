import type { SetAside } from "../../../domain/account-feed/ports.ts";
import { DAY, SECOND, type Instant } from "../../../kernel/clock.ts";
import { isRecord } from "../../../kernel/json.ts";
import type { Found } from "./ask.ts";

/** The files that a feed knows, and the key that the server had, from one look to the next. */
export type Memory = {
  /** Another directory begins anew. */
  readonly directory: string;
  readonly keyKind: string | undefined;
  /** How extracts were read; another form may read those that were refused. */
  readonly form: string | undefined;
  readonly files: readonly KnownFile[];
};

export type KnownFile = Found & {
  /** The reason why it is not taken in full, and since when that is told. */
  readonly fault?: { readonly since: number; readonly reason: string };
};

/**
 * The time for which a faulty file is told about. A company often can't take a file away from its
 * bank's server, and a feed that is never well again says nothing.
 */
const TOLD_MS = 7 * DAY;

/** Reads what the last look wrote; undefined before the first look, or for another directory. */
export function readMemory(memory: unknown, directory: string): Memory | undefined {
  if (!isRecord(memory) || memory["directory"] !== directory) return undefined;
  const { files, keyKind, form } = memory;
  return {
    directory,
    keyKind: typeof keyKind === "string" ? keyKind : undefined,
    form: typeof form === "string" ? form : undefined,
    files: Array.isArray(files) ? files.flatMap(knownFile) : [],
  };
}

/** The form in which it is stored: the files as short rows, because a bank may keep thousands. */
export function memoryJson({ files, ...rest }: Memory): unknown {
  return {
    ...rest,
    files: files.map(({ name, size, changedAt, fault }) => [
      name,
      size,
      changedAt,
      ...(fault === undefined ? [] : [fault.since, fault.reason]),
    ]),
  };
}

function knownFile(row: unknown): readonly KnownFile[] {
  if (!Array.isArray(row)) return [];
  const [name, size, changedAt, since, reason] = row as readonly unknown[];
  if (typeof name !== "string" || typeof size !== "number" || typeof changedAt !== "number") {
    return [];
  }
  const file = { name, size, changedAt };
  const isFaulty = typeof since === "number" && typeof reason === "string";
  return [isFaulty ? { ...file, fault: { since, reason } } : file];
}

/** The files that are new or have changed since they were read, or may be readable now. */
export function freshAmong(
  found: readonly Found[],
  memory: Memory | undefined,
  { from, form }: { readonly from: Instant; readonly form: string | undefined },
): readonly Found[] {
  if (memory === undefined) return found.filter((file) => !isOld(file, from));
  const known = new Map(memory.files.map((file) => [file.name, file]));
  const isSameForm = memory.form === form;
  return found.filter((file) => {
    const before = known.get(file.name);
    return !isSame(file, before) || (before?.fault !== undefined && !isSameForm);
  });
}

/** At the first look, the files of the time before the feed are those that it does not need. */
function isOld({ changedAt }: Found, from: Instant): boolean {
  return changedAt * SECOND < from;
}

export function isSame(file: Found, other: Found | undefined): boolean {
  return other?.size === file.size && other.changedAt === file.changedAt;
}

/** The files of the directory that were read before, or now, or need not be. */
export function knownAfter(
  found: readonly Found[],
  {
    before,
    read,
    fresh,
  }: {
    readonly before: Memory | undefined;
    readonly read: ReadonlyMap<string, KnownFile>;
    readonly fresh: readonly Found[];
  },
): readonly KnownFile[] {
  const known = new Map(before?.files.map((file) => [file.name, file]));
  const isFresh = new Set(fresh.map(({ name }) => name));
  return found.flatMap((file) => {
    const now = read.get(file.name);
    if (now !== undefined) return [now];
    return isFresh.has(file.name) ? [] : [known.get(file.name) ?? file];
  });
}

export function toldOf(files: readonly KnownFile[], now: Instant): readonly SetAside[] {
  return files.flatMap(({ name, fault }) =>
    fault === undefined || now - fault.since >= TOLD_MS ? [] : [{ name, reason: fault.reason }],
  );
}
