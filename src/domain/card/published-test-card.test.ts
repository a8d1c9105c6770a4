import { describe, expect, it } from "vitest";
import { TEST_CARDS } from "../../bank/test-cards.ts";
import { isPublishedTestCard } from "./published-test-card.ts";

describe("published test cards", () => {
  it("contain every card of the test bank", () => {
    const missing = TEST_CARDS.filter(({ number }) => !isPublishedTestCard(number));
    expect(missing).toEqual([]);
  });

  it.each(["4355084355084358", "4282209004348015", "4242424242424242"])(
    "contain the published card %s",
    (number) => expect(isPublishedTestCard(number)).toBe(true),
  );

  it.each(["", "4355084355084359", "43550843550843580"])("do not contain %s", (number) =>
    expect(isPublishedTestCard(number)).toBe(false),
  );
});
