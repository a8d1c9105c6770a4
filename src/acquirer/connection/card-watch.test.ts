import { describe, expect, it } from "vitest";
import { connectionOf } from "../../../test/support/connections.ts";
import { NOON } from "../../../test/support/scripted-line.ts";
import type { CardNotes } from "../../domain/card/ports.ts";
import { CardWatch } from "./card-watch.ts";

type Kept = Parameters<CardNotes["keep"]>[1][number];

function watch() {
  const kept: Kept[] = [];
  const keep: CardNotes["keep"] = async (_source, words) => {
    kept.push(...words);
  };
  return { kept, cards: new CardWatch({ keep }, { now: () => NOON }) };
}

const connection = connectionOf(1, { mode: "live", hosts: "bank" });

describe("the words of a bank about cards", () => {
  it("are written once for each BIN, with all that was said of it", async () => {
    const { cards, kept } = watch();
    cards.hear(connection, [{ bin: "540036", issuer: "GARANTI", type: "credit" }]);
    cards.hear(connection, [{ bin: "540036", program: "Bonus" }]);
    await cards.write();
    await cards.write();
    const word = { bin: "540036", issuer: "GARANTI", type: "credit", program: "Bonus", count: 2 };
    expect(kept).toEqual([word]);
  });

  it("are dropped in a rehearsal of live mode, whose bank is the test bank", async () => {
    const { cards, kept } = watch();
    cards.hear({ ...connection, hosts: "simulated_bank" }, [{ bin: "540036", program: "Bonus" }]);
    await cards.write();
    expect(kept).toEqual([]);
  });
});
