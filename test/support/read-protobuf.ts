/** A field of a message: bytes, or the number of a varint or a fixed-length value. */
export type Field = { readonly number: number; readonly value: Buffer | bigint };

const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;
const FIXED_32 = 5;

/** Reads the fields of a message of Protocol Buffers, as its encoding is published. */
export function readFields(message: Buffer): readonly Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at];
      if (byte === undefined) throw new Error("a varint ends with the message");
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const bytes = (length: number): Buffer => {
    if (at + length > message.length) throw new Error("a field is longer than its message");
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const tag = Number(varint());
    const number = tag >> 3;
    const kind = tag & 7;
    if (kind === VARINT) fields.push({ number, value: varint() });
    else if (kind === FIXED_64) fields.push({ number, value: bytes(8).readBigUInt64LE() });
    else if (kind === BYTES) fields.push({ number, value: bytes(Number(varint())) });
    else if (kind === FIXED_32) fields.push({ number, value: BigInt(bytes(4).readUInt32LE()) });
    else throw new Error(`field ${number} has the unknown wire type ${kind}`);
  }
  return fields;
}
