import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { knownFields, NO_FIELDS } from "./known-fields.ts";

const Schema = Type.Object({
  name: Type.Optional(Type.String()),
  card: Type.Optional(Type.Object({ token: Type.String() })),
  rows: Type.Optional(Type.Array(Type.Object({ id: Type.String() }))),
  metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  owner: Type.Optional(Type.Union([Type.Null(), Type.Object({ id: Type.String() })])),
});

describe("the fields that a schema knows", () => {
  it("are kept, and all others are left out, also in objects and lists", () => {
    const value = {
      name: "a",
      cvv: "123",
      card: { token: "t", number: "4111111111111111" },
      rows: [{ id: "1", pan: "4111111111111111" }],
      owner: { id: "o", cvv: "123" },
    };
    expect(knownFields(Schema, value)).toEqual({
      name: "a",
      card: { token: "t" },
      rows: [{ id: "1" }],
      owner: { id: "o" },
    });
  });

  it("include every member of a record, however deep", () => {
    const metadata = { order: { lines: [{ sku: "x" }] }, toString: "own" };
    expect(knownFields(Schema, { metadata })).toEqual({ metadata });
  });

  it("are none where the schema names none, and no object changes a text or a null", () => {
    expect(knownFields(NO_FIELDS, { cvv: "123" })).toEqual({});
    expect([knownFields(NO_FIELDS, "text"), knownFields(Schema, null)]).toEqual(["text", null]);
  });
});
