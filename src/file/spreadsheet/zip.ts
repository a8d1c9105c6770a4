import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

/** A file of an archive: its path, and its text in pieces. */
export type ZipEntry = { readonly path: string; readonly pieces: AsyncIterable<string> };

type WrittenEntry = {
  readonly name: Buffer;
  readonly offset: number;
  crc: number;
  packed: number;
  size: number;
};

const deflate = promisify<Buffer, { finishFlush: number }, Buffer>(deflateRaw);

/** An empty last block, which ends a deflated file. */
const LAST_BLOCK = Buffer.from([3, 0]);

/**
 * A ZIP archive (PKWARE APPNOTE 6.3) of up to 4 GB, piece by piece, so that an archive of any
 * length needs the memory of one piece. Each piece is deflated by itself and flushed to a whole
 * byte; such pieces in a row, with a last block behind them, are one deflated file (RFC 1951).
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const files: WrittenEntry[] = [];
  let offset = 0;
  const counted = (part: Buffer): Buffer => {
    offset += part.length;
    return part;
  };
  for await (const { path, pieces } of entries) {
    const file: WrittenEntry = { name: Buffer.from(path), offset, crc: 0, packed: 2, size: 0 };
    yield counted(localHeader(file));
    for await (const text of pieces) {
      const content = Buffer.from(text);
      const packed = await deflate(content, { finishFlush: constants.Z_SYNC_FLUSH });
      file.crc = crc32(content, file.crc);
      file.size += content.length;
      file.packed += packed.length;
      yield counted(packed);
    }
    yield counted(LAST_BLOCK);
    yield counted(numbers([4, 0x08074b50], [4, file.crc], [4, file.packed], [4, file.size]));
    files.push(file);
  }
  const directory = Buffer.concat(files.map(centralHeader));
  yield directory;
  const count = files.length;
  yield numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count]);
  yield numbers([4, directory.length], [4, offset], [2, 0]);
}

// Version 2.0 for deflated files; the sizes follow the file (bit 3), names are UTF-8 (bit 11); the
// time is the first one of the format, 1 January 1980.
const COMMON: readonly Field[] = [
  [2, 20],
  [2, 0x0808],
  [2, 8],
  [2, 0],
  [2, 0x21],
];

function localHeader({ name }: WrittenEntry): Buffer {
  const sizes: readonly Field[] = [
    [4, 0],
    [4, 0],
    [4, 0],
  ];
  const fields = numbers([4, 0x04034b50], ...COMMON, ...sizes, [2, name.length], [2, 0]);
  return Buffer.concat([fields, name]);
}

function centralHeader({ name, offset, crc, packed, size }: WrittenEntry): Buffer {
  const sizes: readonly Field[] = [
    [4, crc],
    [4, packed],
    [4, size],
  ];
  const rest: readonly Field[] = [
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, offset],
  ];
  const head = numbers([4, 0x02014b50], [2, 20], ...COMMON, ...sizes, [2, name.length], ...rest);
  return Buffer.concat([head, name]);
}

/** The width of a number in bytes, and the number. */
type Field = readonly [width: number, value: number];

/** Numbers in little-endian order. */
function numbers(...fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [width]) => sum + width, 0));
  let at = 0;
  for (const [width, value] of fields) at = bytes.writeUIntLE(value, at, width);
  return bytes;
}
