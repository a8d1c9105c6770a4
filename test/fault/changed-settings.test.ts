// tier: core
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DAY } from "../../src/kernel/clock.ts";
import { DEFAULT_SETTINGS } from "../../src/domain/merchant/merchant.ts";
import { Chance } from "../support/chance.ts";
import { CHANGES, type Change } from "../support/changed-settings/changes.ts";
import { installationRow, RESTARTS } from "../support/changed-settings/installation-changes.ts";
import { PLACES, type Lane } from "../support/changed-settings/lane.ts";
import { REGISTRIES } from "../support/changed-settings/registries.ts";
import { brokenBy, FIRST_BEGUN, GAPS, STEPS, World } from "../support/changed-settings/world.ts";
import { DOOR_TERMINALS } from "../support/door-terminals.ts";
import { isWholeRun } from "../support/full-run.ts";

const SEED = Number(process.env["VEZNE_SETTINGS_SEED"] ?? Math.floor(Date.now() / DAY));
/** The lanes of a world; each costs a second or two of the machine. */
const LANES_OF_WORLD = isWholeRun ? 80 : 8;
const PLACES_OF_SAMPLE = 1;
const RESTARTS_OF_SAMPLE = 1;
const PAGE = join(import.meta.dirname, "../../docs/decisions/settings-under-way.md");

type Case = { readonly change: Change; readonly gap: number; readonly place: string };

const isAt = (change: Change, place: string): boolean => {
  const protocol = DOOR_TERMINALS.find(({ protocol: one }) => one.name === place)?.protocol;
  return change.isAt({ protocol, name: place });
};
const nothing: Change["apply"] = () => Promise.resolve();

/** Every change in every gap: at each place that has a choice of models, else at one of them. */
function wholeCases(): readonly Case[] {
  return CHANGES.flatMap((change, row) => {
    const places = PLACES.filter((place) => isAt(change, place));
    return GAPS.flatMap((gap) => {
      const place = places[(row + gap + SEED) % places.length] ?? "";
      const all = change.name === "model" ? places : [place];
      return all.map((one) => ({ change, gap, place: one }));
    });
  });
}

function sampleOf(chance: Chance): readonly Case[] {
  const places = Array.from({ length: PLACES_OF_SAMPLE }, () => chance.pick(PLACES) ?? "");
  return Array.from({ length: LANES_OF_WORLD }, () => {
    const place = chance.pick(places) ?? "";
    const change = chance.pick(CHANGES.filter((one) => isAt(one, place)));
    const gap = chance.pick(GAPS);
    if (change === undefined || gap === undefined) throw new Error("nothing to play");
    return { change, gap, place };
  });
}

/** A lane in which nothing changes, from the values that a change begins with. */
type Plain = { readonly change: Change; readonly lane: Lane };

const plainName = (change: Change, place: string): string =>
  change.prepare === undefined ? place : `${place}, prepared for ${change.name} ${change.how}`;

/** Plays cases beside lanes that begin like them and in which nothing changes; lists problems. */
async function problemsOf(cases: readonly Case[]): Promise<readonly unknown[]> {
  const world = await World.open();
  try {
    const plain = new Map<string, Plain>();
    for (const { change, place } of cases) {
      const name = plainName(change, place);
      if (!plain.has(name)) plain.set(name, { change, lane: await world.lane(place) });
    }
    const lanes: Lane[] = [];
    for (const { place } of cases) lanes.push(await world.lane(place));
    await world.connected();
    for (const { change, lane } of plain.values()) await change.prepare?.(lane, world);
    for (const [at, { change }] of cases.entries()) {
      const lane = lanes[at];
      if (lane !== undefined) await change.prepare?.(lane, world);
    }
    await world.play([
      ...[...plain.values()].map(({ lane }) => ({ lane, gap: STEPS.length, change: nothing })),
      ...cases.flatMap(({ change, gap }, at) => {
        const lane = lanes[at];
        return lane === undefined ? [] : [{ lane, gap, change: change.apply }];
      }),
    ]);
    if (cases.some(({ change }) => change.blinds)) await world.untold();
    const usual = await world.ends([...plain.values()].map(({ lane }) => lane));
    const plainNames = [...plain.keys()];
    const ends = await world.ends(lanes);
    const told = cases.flatMap(({ change, gap, place }, at) => {
      const end = ends[at] ?? {};
      const mustEqual = gap >= FIRST_BEGUN && change.alters === undefined;
      const wanted = usual[plainNames.indexOf(plainName(change, place))] ?? {};
      const name = `${place}: ${change.kind}.${change.name} ${change.how}`;
      const before = `before "${STEPS[gap]?.[0]}"`;
      return [
        ...Object.entries(end).flatMap(([order, one]) =>
          brokenBy(one, gap).map((problem) => [name, before, order, problem]),
        ),
        ...(mustEqual && JSON.stringify(end) !== JSON.stringify(wanted)
          ? [[name, before, { ended: end, without: wanted }]]
          : []),
      ];
    });
    const broken = [...plain].flatMap(([name, { lane }], at) =>
      Object.entries(usual[at] ?? {}).flatMap(([order, one]) =>
        brokenBy(one, STEPS.length).map((problem) => [
          `${name} without a change`,
          lane.name,
          order,
          problem,
        ]),
      ),
    );
    return [...broken, ...told, ...(await world.differences())];
  } finally {
    await world.close();
  }
}

describe(`every setting, changed between every two steps of payments (seed ${SEED})`, () => {
  it.each(Object.entries(REGISTRIES).filter(([kind]) => kind !== "installation"))(
    "has a change of each setting of the registry: %s",
    (kind, names) => {
      const played = new Set(CHANGES.filter((one) => one.kind === kind).map(({ name }) => name));
      expect([...played].toSorted()).toEqual([...new Set(names)].toSorted());
    },
  );

  it("has a change for each setting that a merchant stores, and a row for each of the machine", () => {
    const stored = {
      responseStyle: "response_style",
      threeDSecure: "three_d_secure",
      onHoldEnd: "on_hold_end",
      timeZone: "time_zone",
      allowedOrigins: "allowed_origins",
      refundApprovalAbove: "refund_approval_above",
      refundLimitRaise: "refund_approval_above",
      liveSince: "live",
      suspendedSince: "state",
      secretMadeAt: "overlap_hours",
    } satisfies Record<keyof typeof DEFAULT_SETTINGS, string>;
    expect(Object.keys(stored).toSorted()).toEqual(Object.keys(DEFAULT_SETTINGS).toSorted());
    const names = new Set(CHANGES.map(({ name }) => name));
    expect(Object.values(stored).filter((name) => !names.has(name))).toEqual([]);
    const without = REGISTRIES.installation.filter((name) => installationRow(name) === undefined);
    expect(without).toEqual([]);
  });

  it("has a line in the page that says why each is safe", () => {
    const page = readFileSync(PAGE, "utf8");
    const names = Object.entries(REGISTRIES).flatMap(([kind, registry]) =>
      registry
        .filter((name) => kind !== "installation" || !/_FILE$|^(AWS|OTEL)_|_PART_\d$/.test(name))
        .map((name) => `\`${name}\``),
    );
    expect(names.filter((name) => !page.includes(name))).toEqual([]);
  });

  it("alters nothing of the payments that are under way", { timeout: 3_600_000 }, async () => {
    const cases = isWholeRun ? wholeCases() : sampleOf(new Chance(SEED));
    const problems: unknown[] = [];
    for (let at = 0; at < cases.length; at += LANES_OF_WORLD) {
      problems.push(...(await problemsOf(cases.slice(at, at + LANES_OF_WORLD))));
    }
    expect(problems).toEqual([]);
  });

  it("alters nothing by a restart of the service", { timeout: 3_600_000 }, async () => {
    const chance = new Chance(SEED);
    const restarts = isWholeRun
      ? RESTARTS
      : Array.from({ length: RESTARTS_OF_SAMPLE }, () => chance.pick(RESTARTS) ?? RESTARTS[0]);
    const problems: unknown[] = [];
    for (const restart of restarts) {
      if (restart === undefined) continue;
      try {
        problems.push(...(await problemsOfRestart(restart, chance)));
      } catch (error) {
        problems.push([restart.name, String(error)]);
      }
    }
    expect(problems).toEqual([]);
  });
});

/** Restarts the service under another value while a lane waits in each gap, or in some of them. */
async function problemsOfRestart(
  { name, change }: (typeof RESTARTS)[number],
  chance: Chance,
): Promise<readonly unknown[]> {
  const world = await World.open();
  try {
    const first = chance.between(0, PLACES.length - 1);
    const part = chance.between(0, 3);
    const gaps = isWholeRun ? GAPS : GAPS.filter((gap) => gap % 4 === part);
    const lanes: Lane[] = [];
    for (const gap of gaps)
      lanes.push(await world.lane(PLACES[(first + gap) % PLACES.length] ?? ""));
    await world.connected();
    const environment = await change(String(world.place.shop.config.port));
    await world.play(
      lanes.map((lane, at) => ({ lane, gap: gaps[at] ?? 0, change: nothing })),
      () => world.restart(environment),
    );
    const ends = await world.ends(lanes);
    const told = ends.flatMap((end, at) =>
      Object.entries(end).flatMap(([order, one]) => {
        const problems = brokenBy(one, gaps[at] ?? 0);
        const place = [name, `before "${STEPS[gaps[at] ?? 0]?.[0]}"`, lanes[at]?.name, order];
        return problems.map((problem) => [...place, problem]);
      }),
    );
    return [...told, ...(await world.differences())];
  } finally {
    await world.close();
  }
}
