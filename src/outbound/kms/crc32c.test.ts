import { expect, it } from "vitest";
import { crc32c } from "./crc32c.ts";

// The first three are those of RFC 3720, appendix B.4.
it.each([
  ["32 zero bytes", Buffer.alloc(32), 0x8a9136aa],
  ["32 bytes with all bits set", Buffer.alloc(32, 0xff), 0x62a8ab43],
  ["the bytes 0 to 31", Buffer.from(Array.from({ length: 32 }, (_, at) => at)), 0x46dd794e],
  ["the digits 1 to 9", Buffer.from("123456789"), 0xe3069283],
  ["nothing", Buffer.alloc(0), 0],
])("has the published checksum of %s", (_, bytes, sum) => {
  expect(crc32c(bytes)).toBe(sum);
});
