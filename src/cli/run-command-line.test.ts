import { describe, expect, it } from "vitest";
import { checkArguments } from "./check-arguments.ts";
import { argumentsOf, childOf, descriptionOf, entriesOf, type Place } from "./command-tree.ts";
import { helpOf } from "./help.ts";
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
      if ((await descriptionOf(leaf)) === "") silent.push(called);
      for (const [name, { description = "" }] of Object.entries(await argumentsOf(leaf))) {
        if (description === "") silent.push(`${called} ${name}`);
      }
    }
    expect(leaves.length).toBeGreaterThan(40);
    expect(silent).toEqual([]);
  }, 120_000);

  it("offers JSON output for every command except the service itself", async () => {
    const leaves = await leavesOf(ROOT);
    const without = await Promise.all(
      leaves.map(async (leaf) =>
        "json" in (await argumentsOf(leaf)) ? [] : [leaf.path.join(" ")],
      ),
    );
    expect(without.flat()).toEqual(["vezne start"]);
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
    const defined = await argumentsOf(await place("payments", "list"));
    expect(() => checkArguments(words, defined)).toThrow(sentence);
  });

  it("refuses a missing argument, and accepts a complete command", async () => {
    const defined = await argumentsOf(await place("refunds", "create"));
    expect(() => checkArguments([], defined)).toThrow("--order is missing");
    expect(() => checkArguments(["--order", "ORD-1", "--amount=5"], defined)).not.toThrow();
    const shown = await argumentsOf(await place("payments", "show"));
    expect(() => checkArguments([], shown)).toThrow("<order> is missing");
    expect(() => checkArguments(["--json", "ORD-1"], shown)).not.toThrow();
  });
});
