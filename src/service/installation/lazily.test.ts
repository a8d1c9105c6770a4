import { describe, expect, it } from "vitest";
import { lazily } from "./lazily.ts";

describe("properties that are made at their first use", () => {
  it("are made once, and only those that are read", () => {
    const made: string[] = [];
    const parts = lazily(
      { pool: "pool" },
      {
        sessions: () => made.push("sessions"),
        payments: () => made.push("payments"),
      },
    );
    expect(made).toEqual([]);
    const { payments } = parts;
    expect([payments, parts.payments, parts.pool]).toEqual([1, 1, "pool"]);
    expect(made).toEqual(["payments"]);
  });
});
