import { crc32, inflateRawSync } from "node:zlib";
import { WorkbookError } from "./workbook-error.ts";

/** The parts of one archive that are read may unpack to this many bytes together. */
const UNPACKED_MAX = 128 * 1_024 * 1_024;
const ENTRIES_MAX = 4_096;

const END = { signature: 0x06054b50, bytes: 22, commentMax: 0xffff };
const CENTRAL = { signature: 0x02014b50, bytes: 46 };
const LOCAL = { signature: 0x04034b50, bytes: 30 };
const [STORED, DEFLATED] = [0, 8];
/** Bit 0 of the flags: the part is encrypted. */
const ENCRYPTED = 1;

type Entry = {
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly offset: number;
};

/**
 * The parts of a ZIP archive (PKWARE APPNOTE 6.3), unpacked one by one as they are asked for. Sizes
 * that the archive states are not believed: unpacking stops at the limit, whatever they say.
 */
export class Archive {
  readonly #bytes: Buffer;
  readonly #entries: ReadonlyMap<string, Entry>;
  #left = UNPACKED_MAX;

  /** @throws WorkbookError */
  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#entries = readDirectory(this.#bytes);
  }

  /**
   * Unpacks a part; undefined if there is none of that path.
   * @throws WorkbookError
   */
  read(path: string): Buffer | undefined {
    const entry = this.#entries.get(path.toLowerCase());
    if (entry === undefined) return undefined;
    if ((entry.flags & ENCRYPTED) !== 0) throw new WorkbookError("is encrypted");
    const content = unpacked(packedBytes(this.#bytes, entry), entry, this.#left);
    if (crc32(content) !== entry.crc) throw new WorkbookError("is damaged: a checksum differs");
    this.#left -= content.length;
    return content;
  }
}

function readDirectory(bytes: Buffer): ReadonlyMap<string, Entry> {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count === 0xffff || at === 0xffffffff)
    throw new WorkbookError("is in ZIP64, an unusual form");
  if (count > ENTRIES_MAX) throw new WorkbookError(`has more than ${ENTRIES_MAX} parts`);
  const entries = new Map<string, Entry>();
  for (let index = 0; index < count; index += 1) {
    if (!isSigned(bytes, at, CENTRAL)) throw new WorkbookError("is damaged or cut");
    const nameEnd = at + CENTRAL.bytes + bytes.readUInt16LE(at + 28);
    const name = bytes.toString("utf8", at + CENTRAL.bytes, nameEnd);
    entries.set(name.replaceAll("\\", "/").toLowerCase(), {
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    });
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** The place of the archive's last record, behind which only a comment may stand. */
function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END.bytes - END.commentMax);
  for (let at = bytes.length - END.bytes; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === END.signature) return at;
  }
  throw new WorkbookError("is damaged or cut");
}

function packedBytes(bytes: Buffer, { offset, packed }: Entry): Buffer {
  if (!isSigned(bytes, offset, LOCAL)) throw new WorkbookError("is damaged or cut");
  const names = bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const start = offset + LOCAL.bytes + names;
  if (start + packed > bytes.length) throw new WorkbookError("is damaged or cut");
  return bytes.subarray(start, start + packed);
}

function unpacked(packed: Buffer, { method }: Entry, left: number): Buffer {
  const mb = UNPACKED_MAX / 1_024 / 1_024;
  const tooLarge = `unpacks to more than ${mb} MB; split it into smaller ones`;
  if (method === STORED) {
    if (packed.length > left) throw new WorkbookError(tooLarge);
    return packed;
  }
  if (method !== DEFLATED) throw new WorkbookError("is packed in an unusual way");
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(left, 1) });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw new WorkbookError(isTooLarge ? tooLarge : "is damaged or cut");
  }
}

type Record = { readonly signature: number; readonly bytes: number };

function isSigned(bytes: Buffer, at: number, record: Record): boolean {
  return at + record.bytes <= bytes.length && bytes.readUInt32LE(at) === record.signature;
}
