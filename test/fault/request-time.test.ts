// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isWholeRun, isSweep } from "../support/full-run.ts";
import { startPageWorld, type PageWorld } from "../support/fuzz/page-world.ts";
import { growthProblem, openMeter, type Cost, type Meter } from "../support/sweep/cost.ts";
import { judgeHolds, noteHold, type Holds } from "../support/sweep/holds.ts";
import { growingInTurn } from "../support/sweep/hostile.ts";
import {
  headerPlaces,
  manyPlaces,
  textPlaces,
  type OpenPlace,
  type Place,
} from "../support/sweep/places.ts";
import { targetsOf, type Targets } from "../support/sweep/targets.ts";
import type { Target } from "../support/sweep/target.ts";

/** A request that takes less at its limit cannot have grown much before. */
const CHEAP_MS = 8;
/** Longer holds are measured again, because a pause of the machine can only add time. */
const LONG_MS = 20;
/** Limit in ms for a machine with much other work. */
const SWEEP_MS = isSweep ? 7_200_000 : 1_800_000;
/** Number of texts that are tried in each part of a request, in turn. */
const [TEXTS, UPLOAD_TEXTS, HEADER_TEXTS] = isSweep ? [8, 2, 2] : [1, 1, 1];
/** One in so many of the pages' links and forms, and of the targets with growing header fields. */
const [OFFERS, HEADERS] = isSweep ? [1, 1] : isWholeRun ? [2, 20] : [8, 60];
const TRIES = 3;
/** Bytes of request line and header fields, slightly below the 16 KiB that Node accepts. */
const HEAD_LIMIT = 14_000;
/** Slightly below the limits of the interface and the panel, of the checkout, and of the bank. */
const BODY_LIMITS = [250_000, 62_000, 15_000];
const UPLOAD_LIMITS = [...(isSweep ? [8_000_000] : []), ...BODY_LIMITS];
/** One in so many parts of a request grows; at other routes, other parts do. */
const SHARE = isSweep ? 1 : isWholeRun ? 16 : 20;
/** A route of `service-child.mjs` whose time grows with the square of the number of names. */
const QUADRATIC = "/quadratic";

type AtLimit = { readonly limit: number; readonly first: Cost };

describe("the processing time of a request", () => {
  let world: PageWorld;
  let meter: Meter;
  const growing: string[] = [];
  let quadratic: string | undefined;
  const holds: Holds = new Map();
  const limits = new Map<string, number>();
  beforeAll(async () => {
    world = await startPageWorld();
    meter = openMeter(world.shop);
    const { routes, ...others } = await targetsOf(world);
    const [own = [], ofService = []] = [true, false].map((isOwn) =>
      routes.filter(({ path }) => (path === QUADRATIC) === isOwn),
    );
    const [manyNames] = own.flatMap(manyPlaces);
    if (manyNames !== undefined) quadratic = await growthProblem(meter, manyNames, HEAD_LIMIT);
    for (const [target, place] of placesOf({ routes: ofService, ...others })) {
      await judge(target, place);
    }
  }, SWEEP_MS);
  afterAll(async () => {
    meter.close();
    await world.close();
  });

  /** The largest size that the target does not refuse as too long, and its cost. */
  const atLimit = async (target: Target, { isBody, sent }: Place): Promise<AtLimit> => {
    const measured = async (limit: number): Promise<AtLimit> => {
      return { limit, first: await meter.cost(sent(limit), 1) };
    };
    if (!isBody) return measured(HEAD_LIMIT);
    const name = `${target.method} ${target.path} ${target.body?.kind}`;
    const known = limits.get(name);
    if (known !== undefined) return measured(known);
    const [largest = 0, ...smaller] = target.isUpload === true ? UPLOAD_LIMITS : BODY_LIMITS;
    let found = await measured(largest);
    for (const limit of smaller) if (found.first.isTooLong) found = await measured(limit);
    limits.set(name, found.limit);
    return found;
  };
  const judge = async (target: Target, place: Place): Promise<void> => {
    const { limit, first } = await atLimit(target, place);
    const isLong = first.heldMs >= LONG_MS;
    const { heldMs, route } = isLong ? await meter.cost(place.sent(limit), TRIES) : first;
    noteHold(holds, isLong ? `${route}, ${place.name}` : route, heldMs);
    if (first.threadMs < CHEAP_MS) return;
    const name = `${target.method} ${target.path}, ${place.name}`;
    const problem = await growthProblem(meter, place, limit);
    if (problem !== undefined) growing.push(`${name}: ${problem}`);
  };

  it("grows no faster than the request, in any part and at any route", () => {
    expect(growing.join("\n")).toBe("");
  });

  it("is measured well enough to find a route with quadratic time", () => {
    expect(quadratic).toMatch(/^many query names/);
  });

  it("is measured for every route of the service", async () => {
    const { routes, reached } = await world.shop.routes();
    const missing = routes
      .map(({ methods, url }) => methods.map((method) => `${method} ${url}`))
      .filter((names) => !names.some((name) => reached.includes(name)))
      .map(([name]) => name);
    // The framework answers HEAD by the route of GET.
    expect(missing.filter((name) => name?.startsWith("HEAD ") !== true)).toEqual([]);
  });

  it("is measured for a user who stays signed in", async () => {
    const { visitor, offers } = world;
    expect((await visitor.get("/panel/account")).status).toBe(200);
    expect(offers.filter(({ path }) => path.startsWith("/panel/")).length).toBeGreaterThan(50);
  });

  it("holds the event loop no longer than the configured limit", () => {
    judgeHolds("longest holds of the event loop, by route", holds);
  });
});

/** The parts of requests, each with one or several of all texts, in turn. */
function* placesOf({ routes, operations, offers }: Targets): Generator<readonly [Target, Place]> {
  const next = growingInTurn();
  const texts = (open: OpenPlace, length: number): readonly Place[] =>
    Array.from({ length }, () => open(next()));
  const api = [...routes, ...operations];
  let turn = 0;
  for (const target of [...api, ...everyOf(offers, OFFERS)]) {
    const count = target.isUpload === true ? UPLOAD_TEXTS : TEXTS;
    // The first part leaves the path unchanged, so that the request reaches the route.
    const [first, ...others] = [
      ...manyPlaces(target),
      ...textPlaces(target).flatMap((open) => texts(open, count)),
    ];
    const chosen = everyOf(others, SHARE, turn);
    for (const place of first === undefined ? chosen : [first, ...chosen]) yield [target, place];
    turn += 1;
  }
  for (const target of everyOf(api, HEADERS)) {
    for (const place of headerPlaces(target).flatMap((open) => texts(open, HEADER_TEXTS)))
      yield [target, place];
  }
}

/** Returns at least one element, where there are any. */
function everyOf<Item>(items: readonly Item[], count: number, first = 0): readonly Item[] {
  const from = first % Math.min(count, Math.max(1, items.length));
  return items.filter((_, index) => index % count === from);
}
