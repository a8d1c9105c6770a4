import { CRASH_OPERATIONS } from "./crash-operations.ts";
import type { CrashPoint, Death } from "./crash-death.ts";
import { checkPoint, checkWorld } from "./crash-invariants.ts";
import { MOMENTS, type CrashProcess, type Ended } from "./crash-process.ts";
import { CrashWorld } from "./crash-world.ts";

/** The process dies after its answer has left. */
const END = "the end";

/** Deaths in one process, limited because a dead service keeps its connections until the kill. */
const DEATHS_OF_PROCESS = 20;
/** The number of points after which books, feed and webhooks are compared. */
const DEATHS_OF_WORLD = 120;

function textOf({ operation, call, moment, name }: CrashPoint): string {
  return `${operation.name}: ${moment} call ${call} (${name})`;
}

/**
 * Runs every operation to its end, and returns a point for each moment of each of its calls. The
 * reasons are in docs/decisions/crash-points.md.
 */
export async function enumeratePoints(): Promise<readonly CrashPoint[]> {
  const world = await CrashWorld.open();
  const points: CrashPoint[] = [];
  try {
    const process = world.process();
    for (const operation of CRASH_OPERATIONS) {
      const { work } = await operation.prepare(world, await world.newShop());
      const ended = await process.run(work, undefined);
      if (ended.kind !== "done" || ended.calls.length === 0) {
        throw new Error(`"${operation.name}" made no call`);
      }
      points.push({ operation, call: ended.calls.length + 1, moment: "before", name: END });
      for (const [index, name] of ended.calls.entries()) {
        for (const moment of MOMENTS) points.push({ operation, call: index + 1, moment, name });
      }
    }
    await process.kill();
  } finally {
    await world.close();
  }
  return points;
}

/** Selects `count` points, spread evenly over all of them; the seed decides which. */
export function sampleOf(
  points: readonly CrashPoint[],
  { count, seed }: { readonly count: number; readonly seed: number },
): readonly CrashPoint[] {
  if (count >= points.length) return points;
  const stride = points.length / count;
  const offset = ((seed * 0.618_033_988_75) % 1) * stride;
  return Array.from({ length: count }, (_, at) => points[Math.floor(offset + at * stride)]).filter(
    (point) => point !== undefined,
  );
}

export type Result = {
  readonly deaths: number;
  /** Operations that ended before they reached their point. */
  readonly notReached: readonly string[];
  readonly problems: readonly string[];
};

/** Lets a process die at each point, restarts, lets a minute pass, and checks the invariants. */
export async function playPoints(
  points: readonly CrashPoint[],
  onWorld: (done: number, problems: readonly string[]) => void = () => undefined,
): Promise<Result> {
  const problems: string[] = [];
  const notReached: string[] = [];
  for (let from = 0; from < points.length; from += DEATHS_OF_WORLD) {
    const world = await CrashWorld.open();
    try {
      const deaths = await die(world, points.slice(from, from + DEATHS_OF_WORLD));
      notReached.push(
        ...deaths.filter(({ isReached }) => !isReached).map((one) => textOf(one.point)),
      );
      problems.push(...(await afterRestart(world, deaths)));
    } finally {
      await world.close();
    }
    onWorld(Math.min(from + DEATHS_OF_WORLD, points.length), problems);
  }
  return { deaths: points.length, notReached, problems };
}

async function die(world: CrashWorld, points: readonly CrashPoint[]): Promise<readonly Death[]> {
  const deaths: Death[] = [];
  let process: CrashProcess | undefined;
  let dead = 0;
  for (const point of points) {
    if (point.operation.isAlone === true || dead === DEATHS_OF_PROCESS) {
      await process?.kill();
      process = undefined;
      dead = 0;
    }
    process ??= world.process();
    const shop = await world.newShop();
    const scene = await point.operation.prepare(world, shop);
    const ended = await process.run(scene.work, point);
    deaths.push({ point, scene, shop, ...resultOf(ended, point) });
    dead = point.operation.isAlone === true ? DEATHS_OF_PROCESS : dead + 1;
  }
  await process?.kill();
  return deaths;
}

function resultOf(ended: Ended, { name }: CrashPoint): Pick<Death, "answer" | "isReached"> {
  if (ended.kind === "stopped") return { answer: undefined, isReached: true };
  return { answer: ended.answer, isReached: name === END };
}

async function afterRestart(
  world: CrashWorld,
  deaths: readonly Death[],
): Promise<readonly string[]> {
  await world.restart();
  await world.passMinute();
  const problems = await checkWorld(world, "after a minute");
  for (const death of deaths) {
    const found = await checkPoint(death);
    problems.push(...found.map((problem) => `${textOf(death.point)}: ${problem}`));
  }
  problems.push(...(await checkWorld(world, "in the end")));
  return problems;
}
