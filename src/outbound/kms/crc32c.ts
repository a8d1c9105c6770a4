/** The reversed polynomial of Castagnoli, as in RFC 3720, appendix B.4. */
const POLYNOMIAL = 0x82f63b78;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    rest = ((rest >>> 1) ^ (rest % 2 === 1 ? POLYNOMIAL : 0)) >>> 0;
  }
  return rest;
});

/** The checksum CRC-32C, from 0 to 2^32 - 1. */
export function crc32c(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (TABLE[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}
