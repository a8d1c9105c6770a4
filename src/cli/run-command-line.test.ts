import { describe, expect, it } from "vitest";
import { childOf, entriesOf, type Place } from "./kit/command-tree.ts";
import { helpOf } from "./kit/help.ts";
import { readArguments } from "./kit/read-arguments.ts";
import { vezne } from "./root.ts";

const ROOT: Place = { path: ["vezne"], command: vezne };

async function place(...words: readonly string[]): Promise<Place> {
  let at = ROOT;
  for (const word of words) {
    const child = await childOf(at, word);
    if (child === undefined) throw new Error(`there is no ${word}`);
    at = child;
  }
  return at;
}

async function leavesOf(from: Place): Promise<readonly Place[]> {
  const entries = await entriesOf(from);
  if (entries.length === 0) return [from];
  const below = await Promise.all(
    entries.map(async ({ name }) => {
      const child = await childOf(from, name);
      return child === undefined ? [] : leavesOf(child);
    }),
  );
  return below.flat();
}

describe("the command line", () => {
  it("describes every command and each of its arguments", async () => {
    const silent: string[] = [];
    const leaves = await leavesOf(ROOT);
    for (const leaf of leaves) {
      const called = leaf.path.join(" ");
      if (leaf.command.meta.description === "") silent.push(called);
      for (const [name, { description = "" }] of Object.entries(leaf.command.args)) {
        if (description === "") silent.push(`${called} ${name}`);
      }
    }
    expect(leaves.length).toBeGreaterThan(40);
    expect(silent).toEqual([]);
  });

  it("offers JSON output for every command except the service itself", async () => {
    const leaves = await leavesOf(ROOT);
    const without = leaves.filter(({ command }) => !("json" in command.args));
    expect(without.map(({ path }) => path.join(" "))).toEqual(["vezne start"]);
  });

  it("prints usage, arguments and options of a command", async () => {
    const help = await helpOf(await place("events", "resend"));
    expect(help).toContain("Usage: vezne events resend <event> [options]");
    expect(help).toMatch(/ {2}<event> +Event id/);
    expect(help.split("\n").filter((line) => line.length > 100)).toEqual([]);
    expect(await helpOf(ROOT)).toMatch(/ {2}payments +Payments and their histories/);
  });

  it.each([
    [["--lmit", "3"], "there is no option --lmit; did you mean --limit?"],
    [["--frobnicate"], "there is no option --frobnicate"],
    [["-j"], "there is no option -j"],
    [["--no-json"], "there is no option --no-json"],
    [["--limit"], "--limit needs a value"],
    [["--limit", "--json"], "--limit needs a value"],
    [["--json=yes"], "--json takes no value"],
    [["--status", "lost"], "--status must be one of processing, pending, authorized"],
    [["--limit", "1", "--limit", "2"], "--limit is given twice"],
    [["more"], '"more" is one word too many'],
  ])("refuses payments list %j: %s", async (words, sentence) => {
    const defined = (await place("payments", "list")).command.args;
    expect(() => readArguments(words, defined)).toThrow(sentence);
  });

  it("refuses a missing argument, and reads those of a complete command", async () => {
    const defined = (await place("refunds", "create")).command.args;
    expect(() => readArguments([], defined)).toThrow("--order is missing");
    expect(readArguments(["--order", "ORD-1", "--amount=5"], defined)).toMatchObject({
      order: "ORD-1",
      amount: "5",
      json: false,
    });
    const shown = (await place("payments", "show")).command.args;
    expect(() => readArguments([], shown)).toThrow("<order> is missing");
    expect(readArguments(["--json", "ORD-1"], shown)).toMatchObject({ order: "ORD-1", json: true });
  });

  it("gives an option that is absent its default, and one without a default nothing", async () => {
    const defined = (await place("payments", "list")).command.args;
    const values = readArguments(["--status=failed"], defined);
    expect(values).toMatchObject({ status: "failed", limit: "20" });
    expect(Object.entries(values).filter(([name]) => name === "from")).toEqual([
      ["from", undefined],
    ]);
  });
});
