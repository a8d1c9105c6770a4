import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cardBinding } from "./card-binding.ts";
import {
  EnvelopeError,
  decryptRecord,
  rewrapKey,
  encryptRecord,
  vaultKey,
  type Binding,
} from "./envelope.ts";

const random = { bytes: (count: number) => randomBytes(count) };
const key = vaultKey(randomBytes(32));
const other = vaultKey(randomBytes(32));
const data = (): Buffer => Buffer.from("5528790000000008");
const binding: Binding = ["stored card", "mer_1", "test", "ada", "tok_1"];
const textOf = (bytes: Buffer): string => bytes.toString();

const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((array) => Buffer.from(array));
const bindings = fc.array(fc.option(fc.string(), { nil: undefined }), { maxLength: 5 });

describe("an envelope", () => {
  it("returns the encrypted data, for any data and any place", () => {
    fc.assert(
      fc.property(bytes, bindings, (sealed, place) => {
        const envelope = encryptRecord(key, random, { binding: place, data: sealed });
        const copy = decryptRecord(key, { envelope, binding: place }, (found) =>
          Buffer.from(found),
        );
        expect(copy).toEqual(sealed);
      }),
    );
  });

  it("can't be decrypted after a change of any byte", () => {
    const envelope = encryptRecord(key, random, { binding, data: data() });
    for (const part of ["wrappedKey", "sealed"] as const) {
      for (let at = 0; at < envelope[part].length; at += 1) {
        const changed = Buffer.from(envelope[part]);
        changed[at] = (changed[at] ?? 0) ^ 1;
        const record = { envelope: { ...envelope, [part]: changed }, binding };
        expect(() => decryptRecord(key, record, textOf), `${part} ${at}`).toThrow(EnvelopeError);
      }
    }
  });

  it("can't be decrypted if it is cut short or made longer", () => {
    const envelope = encryptRecord(key, random, { binding, data: data() });
    for (const part of ["wrappedKey", "sealed"] as const) {
      const whole = envelope[part];
      const others = [
        ...Array.from({ length: whole.length }, (_, length) => whole.subarray(0, length)),
        Buffer.concat([whole, Buffer.of(0)]),
      ];
      for (const changed of others) {
        const record = { envelope: { ...envelope, [part]: changed }, binding };
        expect(() => decryptRecord(key, record, textOf)).toThrow(EnvelopeError);
      }
    }
  });

  it("can't be decrypted in another place, nor under another key or key id", () => {
    const envelope = encryptRecord(key, random, { binding, data: data() });
    fc.assert(
      fc.property(bindings, (place) => {
        fc.pre(JSON.stringify(place) !== JSON.stringify(binding));
        expect(() => decryptRecord(key, { envelope, binding: place }, textOf)).toThrow(
          EnvelopeError,
        );
      }),
    );
    expect(() => decryptRecord(other, { envelope, binding }, textOf)).toThrow(EnvelopeError);
    const renamed = { ...envelope, keyId: other.id };
    expect(() => decryptRecord(other, { envelope: renamed, binding }, textOf)).toThrow(
      EnvelopeError,
    );
    const posing = { id: other.id, wrapping: key.wrapping };
    expect(() => decryptRecord(posing, { envelope: renamed, binding }, textOf)).toThrow(
      EnvelopeError,
    );
  });

  it("can't be put together from the parts of two", () => {
    const [one, two] = [data(), data()].map((card) =>
      encryptRecord(key, random, { binding, data: card }),
    );
    const mixed = { keyId: key.id, wrappedKey: one?.wrappedKey, sealed: two?.sealed };
    const envelope = {
      ...mixed,
      wrappedKey: mixed.wrappedKey ?? data(),
      sealed: mixed.sealed ?? data(),
    };
    expect(() => decryptRecord(key, { envelope, binding }, textOf)).toThrow(EnvelopeError);
  });

  it("distinguishes owners for any content of their references", () => {
    const place = { merchantId: "mer_1", mode: "test", token: "tok_1" };
    const customers = [undefined, "null", "", '","', "ada", "ada\u0000"];
    for (const owner of customers) {
      const sealed = { binding: cardBinding({ ...place, customerId: owner }), data: data() };
      const envelope = encryptRecord(key, random, sealed);
      for (const stranger of customers.filter((customer) => customer !== owner)) {
        const moved = { envelope, binding: cardBinding({ ...place, customerId: stranger }) };
        expect(() => decryptRecord(key, moved, textOf)).toThrow(EnvelopeError);
      }
    }
  });

  it("is different each time and reveals nothing of its content", () => {
    const envelopes = Array.from({ length: 200 }, () =>
      encryptRecord(key, random, { binding, data: data() }),
    );
    const seen = envelopes.flatMap(({ wrappedKey, sealed }) => [wrappedKey, sealed]);
    expect(new Set(seen.map((part) => part.toString("hex"))).size).toBe(400);
    for (const part of seen) expect(part.includes(data())).toBe(false);
  });

  it("wipes the data after its use, also if the use fails", () => {
    const envelope = encryptRecord(key, random, { binding, data: data() });
    const lent: Buffer[] = [];
    const keep = (found: Buffer): void => void lent.push(found);
    decryptRecord(key, { envelope, binding }, keep);
    const failing = (found: Buffer): never => {
      keep(found);
      throw new Error("not usable");
    };
    expect(() => decryptRecord(key, { envelope, binding }, failing)).toThrow("not usable");
    for (const found of lent) expect(found.every((byte) => byte === 0)).toBe(true);
  });
});

describe("a vault key", () => {
  it("has the same id on all machines, and another key has another id", () => {
    const secret = randomBytes(32);
    expect(vaultKey(secret).id).toBe(vaultKey(Buffer.from(secret)).id);
    expect(vaultKey(secret).id).toMatch(/^vk_[0-9a-f]{16}$/);
    expect(vaultKey(secret).id).not.toBe(key.id);
    expect(() => vaultKey(randomBytes(31))).toThrow(EnvelopeError);
  });

  it("rewraps a record of another key without touching its data", () => {
    fc.assert(
      fc.property(bytes, bindings, (sealed, place) => {
        const envelope = encryptRecord(key, random, { binding: place, data: sealed });
        const wrapped = rewrapKey({ from: key, to: other }, random, { envelope, binding: place });
        const moved = { ...envelope, ...wrapped };
        expect(moved.keyId).toBe(other.id);
        const copy = decryptRecord(other, { envelope: moved, binding: place }, (found) =>
          Buffer.from(found),
        );
        expect(copy).toEqual(sealed);
        expect(() => decryptRecord(key, { envelope: moved, binding: place }, textOf)).toThrow(
          EnvelopeError,
        );
      }),
    );
  });

  it("rewraps no record that was changed or belongs elsewhere", () => {
    const envelope = encryptRecord(key, random, { binding, data: data() });
    const wrappedKey = Buffer.from(envelope.wrappedKey);
    wrappedKey[20] = (wrappedKey[20] ?? 0) ^ 128;
    const to = { from: key, to: other };
    const changed = { envelope: { ...envelope, wrappedKey }, binding };
    expect(() => rewrapKey(to, random, changed)).toThrow(EnvelopeError);
    expect(() => rewrapKey(to, random, { envelope, binding: ["elsewhere"] })).toThrow(
      EnvelopeError,
    );
  });
});
