import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { NO_FIELDS, withMaskedUnknown } from "./masked-unknown.ts";

const Schema = Type.Object({
  name: Type.Optional(Type.String()),
  card: Type.Optional(Type.Object({ token: Type.String() })),
  rows: Type.Optional(Type.Array(Type.Object({ id: Type.String() }))),
  metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  owner: Type.Optional(Type.Union([Type.Null(), Type.Object({ id: Type.String() })])),
});

describe("digits of fields that a schema does not know", () => {
  it("are masked, also in objects and lists", () => {
    const value = {
      name: "a",
      cvv: "123",
      card: { token: "t", number: "4111111111111111" },
      rows: [{ id: "1", pan: "4111111111111111" }],
      owner: { id: "o", cvv: "123" },
    };
    expect(withMaskedUnknown(Schema, value)).toEqual({
      name: "a",
      cvv: "###",
      card: { token: "t", number: "#".repeat(16) },
      rows: [{ id: "1", pan: "#".repeat(16) }],
      owner: { id: "o", cvv: "###" },
    });
  });

  it("are masked in names, numbers and lists, and in digits of any script", () => {
    const unknown = { "4111": true, list: [12, { deep: "٤١ a" }], none: null };
    expect(withMaskedUnknown(Schema, { unknown })).toEqual({
      unknown: { "####": true, list: ["##", { deep: "## a" }], none: null },
    });
  });

  it("are none in a record, however deep its members", () => {
    const metadata = { order: { lines: [{ sku: "x" }] }, toString: "own" };
    expect(withMaskedUnknown(Schema, { metadata })).toEqual({ metadata });
  });

  it("are all where the schema names none, and no object changes a text or a null", () => {
    expect(withMaskedUnknown(NO_FIELDS, { cvv: "123" })).toEqual({ cvv: "###" });
    const plain = [withMaskedUnknown(NO_FIELDS, "1"), withMaskedUnknown(Schema, null)];
    expect(plain).toEqual(["1", null]);
  });
});
