import { crc32, deflateSync } from "node:zlib";

/** A PNG of one colour with a paler stripe, as a shop's logo. */
export function drawLogo(width = 160, height = 48, [red, green, blue] = [120, 20, 60]): Uint8Array {
  const row = (y: number): number[] => {
    const isStripe = y > height * 0.4 && y < height * 0.6;
    const pixel = isStripe ? [255, 220, 160] : [red ?? 0, green ?? 0, blue ?? 0];
    return [0, ...Array.from({ length: width }, () => pixel).flat()];
  };
  const pixels = Buffer.from(Array.from({ length: height }, (_, y) => row(y)).flat());
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
