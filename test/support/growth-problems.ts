import { isWholeRun, isSweep } from "./full-run.ts";
import { growthOf, isLinear } from "./growth.ts";
import { GROWING, type Growing } from "./sweep/hostile.ts";

const SIZE = 4_000;
/** The texts of each parser, in turn from the list of all texts. */
const TEXTS = isSweep ? GROWING.length : isWholeRun ? 12 : 6;

/** Lists the texts for which the time of a parser grows faster than their length. */
export async function growthProblems(
  texts: readonly Growing[],
  parse: (text: string) => unknown,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { name, of } of texts) {
    const growth = await growthOf(SIZE, of, parse);
    if (!isLinear(growth)) problems.push(`${name}: ${JSON.stringify(growth)}`);
  }
  return problems;
}

/** Each parser gets different texts. */
export function textsOf(parser: number): readonly Growing[] {
  const from = (parser * TEXTS) % GROWING.length;
  return [...GROWING, ...GROWING].slice(from, from + TEXTS);
}
