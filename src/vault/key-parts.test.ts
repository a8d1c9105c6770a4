import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { vaultKey } from "./envelope.ts";
import { combineParts, makePart, partText, readPart, type KeyPart } from "./key-parts.ts";

const random = { bytes: (count: number) => randomBytes(count) };

function partsOf(set: string, count: number): readonly KeyPart[] {
  return Array.from({ length: count }, (_, at) => makePart(random, { set, number: at + 1, count }));
}

const idOf = (parts: readonly KeyPart[]): readonly string[] =>
  combineParts(parts).map(({ id }) => id);

describe("the parts of a split key", () => {
  it.each([2, 3, 9])("combine to the same key in any order, of %s custodians", (count) => {
    const parts = partsOf("2026-12", count);
    expect(idOf(parts)).toHaveLength(1);
    expect(idOf(parts.toReversed())).toEqual(idOf(parts));
  });

  it("yield the key only together: one part alone fits any key", () => {
    const [one, two] = partsOf("2026-12", 2);
    const wanted = randomBytes(32);
    if (one === undefined || two === undefined) throw new Error("no parts");
    // For each key there is a second part that yields it together with the same first part.
    const secret = Buffer.from(wanted.map((byte, at) => byte ^ one.secret.readUInt8(at)));
    expect(idOf([one, { ...two, secret }])).toEqual([vaultKey(wanted).id]);
    expect([one, two].map((part) => vaultKey(part.secret).id)).not.toContain(idOf([one, two])[0]);
  });

  it("of several keys are not mixed, and the key that is named first is first", () => {
    const [old, next] = [partsOf("2025-12", 2), partsOf("2026-12", 3)];
    const [nextId, oldId] = [...idOf(next), ...idOf(old)];
    expect(idOf([...next, ...old])).toEqual([nextId, oldId]);
    const mixed = [next[0], old[0], next[1], old[1], next[2]].flatMap((part) => part ?? []);
    expect(idOf(mixed)).toEqual([nextId, oldId]);
  });

  it("are refused if one is missing, doubled, or of another division", () => {
    const [one, two, three] = partsOf("2026-12", 3);
    const other = makePart(random, { set: "2026-12", number: 2, count: 2 });
    const joining = (...parts: readonly (KeyPart | undefined)[]) => {
      return (): unknown => combineParts(parts.flatMap((part) => part ?? []));
    };
    expect(joining(one, three)).toThrow("Of the 3 parts of the key 2026-12, part 2 is missing.");
    expect(joining(one)).toThrow("part 2 and 3 is missing");
    expect(joining(one, two, three, two)).toThrow("Two parts of the key 2026-12 are the same one.");
    const copied = one && { ...one, number: 2 };
    expect(joining(one, copied, three)).toThrow("Two parts of the key 2026-12 are the same one.");
    expect(joining(one, other)).toThrow("not of the same division");
  });

  it("are read as they were written, and a copying error is found", () => {
    const [part] = partsOf("2026-12", 2);
    if (part === undefined) throw new Error("no part");
    const text = partText(part);
    expect(readPart(`${text}\n`, "a file")).toEqual(part);
    let unnoticed = 0;
    for (let at = 0; at < text.length; at += 1) {
      const sign = text[at] === "A" ? "B" : "A";
      const wrong = text.slice(0, at) + sign + text.slice(at + 1);
      try {
        const read = readPart(wrong, "a file");
        // The last character of base64 carries only four bits of the last byte.
        if (!read.secret.equals(part.secret)) unnoticed += 1;
      } catch (error) {
        expect(String(error)).toContain("a file holds no part of a key");
        expect(String(error)).not.toContain(part.secret.toString("base64").slice(0, 20));
      }
    }
    expect(unnoticed).toBe(0);
  });

  it("carry a check value that reveals nothing useful about their secret", () => {
    const [part] = partsOf("2026-12", 2);
    const check = partText(part ?? makePart(random, { set: "x", number: 1, count: 2 })).split(":");
    expect(check.at(-1)).toMatch(/^[0-9a-f]{8}$/);
    const digest = createHash("sha256")
      .update(part?.secret ?? "")
      .digest("hex");
    expect(digest.startsWith(check.at(-1) ?? "")).toBe(false);
  });
});
