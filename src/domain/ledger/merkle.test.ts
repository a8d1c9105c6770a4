import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auditPath, leafHash, merkleRoot, rootFromPath, type Hash } from "./merkle.ts";

const sha256: Hash = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString("hex");

/** The eight test leaves of RFC 6962 implementations; `ROOTS` are the roots of their trees. */
const CONTENTS = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
].map((text) => Buffer.from(text, "hex"));
const ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

const leavesOf = (contents: readonly Uint8Array[]) =>
  contents.map((content) => leafHash(sha256, content));

describe("the Merkle tree", () => {
  it("has the roots of the test vectors of RFC 6962", () => {
    const roots = CONTENTS.map((_, last) =>
      hex(merkleRoot(sha256, leavesOf(CONTENTS.slice(0, last + 1)))),
    );
    expect(roots).toEqual(ROOTS);
  });

  it("has a path from each of its leaves that is valid at no other position", () => {
    const sizes = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(sizes, fc.nat(), (count, some) => {
        const leaves = leavesOf(Array.from({ length: count }, (_, at) => Uint8Array.of(at)));
        const index = some % count;
        const path = auditPath(sha256, leaves, index);
        const root = hex(merkleRoot(sha256, leaves));
        const from = (at: number, leaf = leaves[index] ?? sha256()) =>
          hex(rootFromPath(sha256, { leaf, index: at, leaves: count }, path));
        expect(from(index)).toBe(root);
        for (let other = -1; other <= count; other += 1) {
          if (other !== index) expect(from(other)).not.toBe(root);
        }
        expect(from(index, sha256())).not.toBe(root);
        const longer = [...path, root].map(() => sha256());
        expect(
          rootFromPath(sha256, { leaf: sha256(), index, leaves: count }, longer),
        ).toBeUndefined();
      }),
    );
  });
});
