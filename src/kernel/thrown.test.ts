import { describe, expect, it } from "vitest";
import { asError, errorMessage } from "./thrown.ts";

describe("a thrown value", () => {
  it.each([
    [new TypeError("no address"), "no address"],
    ["no address", "no address"],
    [undefined, "undefined"],
  ])("%s has a message, as the error that it becomes", (thrown, message) => {
    expect(errorMessage(thrown)).toBe(message);
    expect(asError(thrown).message).toBe(message);
  });

  it("stays itself if it is an error", () => {
    const thrown = new TypeError("no address");
    expect(asError(thrown)).toBe(thrown);
  });
});
