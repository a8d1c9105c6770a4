import { setTimeout as wait } from "node:timers/promises";
import { Chance } from "./chance.ts";
import { HistoryPlayer } from "./history-player.ts";
import type { HistoryService } from "./history-service.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Histories that a seed stands for, each of a merchant of its own. */
export const LANES_OF_SEED = 10;
/** Steps of each history between two moves of the clock or crashes. */
const STEPS_BETWEEN = 10;
/** Calls that a crash cuts short begin within this time, and it falls anywhere in it or after. */
const STAGGER_MS = 12;
const CRASH_WITHIN_MS = 30;

/** Steps of a history in each round. */
export const STEPS_OF_ROUND = STEPS_BETWEEN + 1;

/** How often each step was taken, with its outcome. */
export type StepCounts = Map<string, number>;

/**
 * Plays several merchants' histories at one service at the same time. A move of the clock and a
 * crash are one step in each history that they meet. What the steps are follows from the seed; what
 * a crash meets depends on the moment.
 */
export class HistoryWorld {
  readonly counts: StepCounts = new Map();
  readonly #service: HistoryService;
  readonly #chance: Chance;
  readonly #players: readonly HistoryPlayer[];
  readonly #told: string[];

  private constructor(service: HistoryService, seed: number, players: readonly HistoryPlayer[]) {
    this.#service = service;
    this.#chance = new Chance(seed);
    this.#players = players;
    this.#told = players.map(() => "");
  }

  /** With the histories of as many seeds, from the first on, which then meet the same crashes. */
  static async open(service: HistoryService, seed: number, seeds: number): Promise<HistoryWorld> {
    const lanes = Array.from({ length: seeds * LANES_OF_SEED }, async (_, lane) => {
      const merchant = await service.createMerchant("Tohum");
      return new HistoryPlayer(service, merchant, seed * LANES_OF_SEED + lane);
    });
    return new HistoryWorld(service, seed, await Promise.all(lanes));
  }

  /** Rounds of steps, each ended by the clock or a crash. */
  async play(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      await this.#each((player, lane) => this.#steps(player, lane));
      const event = this.#chance.weighted({ clock: 6, kill: 1.5, sever: 2.5 });
      if (event === "clock") await this.#pass();
      else await this.#crash(event);
      await this.#each((player) => player.compareAll());
    }
  }

  async #steps(player: HistoryPlayer, lane: number): Promise<void> {
    for (let step = 0; step < STEPS_BETWEEN; step += 1) this.#tell(lane, await player.step());
  }

  async #pass(): Promise<void> {
    const ms = this.#nearDeadline
      ? 3 * HOUR
      : (this.#chance.pick([MINUTE, MINUTE, 3 * HOUR, 80 * HOUR]) ?? MINUTE);
    await this.#letPass(ms);
    await this.#each(async (_, lane) => this.#tell(lane, `clock ${ms / MINUTE}min`));
  }

  /** The service, or its database connections, die while each merchant waits for an answer. */
  async #crash(how: "kill" | "sever"): Promise<void> {
    const calls = await this.#each((player) => player.interrupted());
    const afterMs = this.#chance.between(0, CRASH_WITHIN_MS);
    const waits = calls.map(() => this.#chance.between(0, STAGGER_MS));
    await this.#service.during(
      () => Promise.all(calls.map((call, lane) => wait(waits[lane]).then(call.send))),
      async () => {
        await wait(afterMs);
        await this.#service[how]();
      },
    );
    await this.#letPass(this.#nearDeadline ? 3 * HOUR : MINUTE);
    await this.#each(async (_, lane) => {
      const call = calls[lane];
      if (call !== undefined) this.#tell(lane, `${how} at ${call.name}: ${await call.repeat()}`);
    });
  }

  get #nearDeadline(): boolean {
    return this.#players.some((player) => player.isNearDeadline);
  }

  async #letPass(ms: number): Promise<void> {
    const passed = await this.#service.pass(ms);
    for (const { model } of this.#players) model.pass(passed);
  }

  #tell(lane: number, what: string): void {
    this.#told[lane] = `${this.#told[lane]}${what}; `;
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** In all histories at the same time; a failure tells its history. */
  async #each<Value>(
    play: (player: HistoryPlayer, lane: number) => Promise<Value>,
  ): Promise<readonly Value[]> {
    const ends = await Promise.allSettled(this.#players.map(play));
    return ends.map((end, lane) => {
      if (end.status === "fulfilled") return end.value;
      const cause: unknown = end.reason;
      const problem = cause instanceof Error ? cause.message : String(cause);
      const told = `history ${lane}, after ${this.#told[lane]}`;
      throw new Error(`${told}\n${problem}\n${this.#service.log}`, { cause });
    });
  }
}
