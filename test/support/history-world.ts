import { setTimeout as wait } from "node:timers/promises";
import { errorMessage } from "../../src/kernel/thrown.ts";
import { RESTARTS } from "./changed-settings/installation-changes.ts";
import { Chance } from "./chance.ts";
import { HistoryPlayer } from "./history-player.ts";
import type { HistoryService } from "./history-service.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The number of histories of a seed, each with a merchant of its own. */
export const LANES_OF_SEED = 10;
/** Steps of each history between two moves of the clock or crashes. */
const STEPS_BETWEEN = 10;
/** Calls that a crash interrupts begin within this time, in ms; the crash is in it or after it. */
const STAGGER_MS = 12;
const CRASH_WITHIN_MS = 30;

/**
 * Settings of the installation under which a killed service may start again. Those left out move
 * its address, refuse calls of a test, or can't be taken back, as a new vault key can't.
 */
const LEFT_OUT = /^(HOST|VEZNE_(ADMIN_(HOST|PORT)|RATE_LIMIT|VAULT_KEY))$/;
const RESTARTED_UNDER = RESTARTS.filter(({ name }) => !LEFT_OUT.test(name));

/** Steps of a history in each round. */
export const STEPS_OF_ROUND = STEPS_BETWEEN + 1;

/** How often each step was taken, with its outcome. */
export type StepCounts = Map<string, number>;

/**
 * Plays several merchants' histories on one service at the same time. A move of the clock and a
 * crash are one step in each history that they affect. The steps follow from the seed; the calls
 * that a crash interrupts depend on the moment.
 */
export class HistoryWorld {
  readonly counts: StepCounts = new Map();
  readonly #service: HistoryService;
  readonly #chance: Chance;
  readonly #players: readonly HistoryPlayer[];
  readonly #log: string[];

  private constructor(service: HistoryService, seed: number, players: readonly HistoryPlayer[]) {
    this.#service = service;
    this.#chance = new Chance(seed);
    this.#players = players;
    this.#log = players.map(() => "");
  }

  /** Joins the histories of as many seeds, from the first on, which then share the crashes. */
  static async open(service: HistoryService, seed: number, seeds: number): Promise<HistoryWorld> {
    const lanes = Array.from({ length: seeds * LANES_OF_SEED }, async (_, index) => {
      const merchant = await service.createMerchant("Tohum");
      return new HistoryPlayer(service, merchant, seed * LANES_OF_SEED + index);
    });
    return new HistoryWorld(service, seed, await Promise.all(lanes));
  }

  /** Rounds of steps, each ended by a move of the clock or a crash. */
  async play(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      await this.#each((player, index) => this.#steps(player, index));
      const event = this.#chance.weighted({ clock: 6, kill: 1.4, sever: 2.4, restore: 0.2 });
      if (event === "clock") await this.#pass();
      else await this.#crash(event);
      await this.#each((player) => player.compareAll());
    }
  }

  async #steps(player: HistoryPlayer, index: number): Promise<void> {
    for (let step = 0; step < STEPS_BETWEEN; step += 1) this.#note(index, await player.step());
  }

  async #pass(): Promise<void> {
    const ms = this.#nearDeadline
      ? 3 * HOUR
      : (this.#chance.pick([MINUTE, MINUTE, 3 * HOUR, 80 * HOUR]) ?? MINUTE);
    await this.#letPass(ms);
    await this.#each(async (_, index) => this.#note(index, `clock ${ms / MINUTE}min`));
  }

  /**
   * Kills the service, or its database connections, while each merchant waits for an answer; or
   * kills it and goes on with restored data.
   */
  async #crash(how: "kill" | "sever" | "restore"): Promise<void> {
    const under = how === "sever" ? "" : await this.#configure();
    const calls = await this.#each((player) => player.interrupted());
    const afterMs = this.#chance.between(0, CRASH_WITHIN_MS);
    const waits = calls.map(() => this.#chance.between(0, STAGGER_MS));
    await this.#service.during(
      () => Promise.all(calls.map((call, index) => wait(waits[index]).then(call.send))),
      async () => {
        await wait(afterMs);
        await this.#service[how]();
      },
    );
    await this.#letPass(this.#nearDeadline ? 3 * HOUR : MINUTE);
    await this.#each(async (_, index) => {
      const call = calls[index];
      if (call !== undefined)
        this.#note(index, `${how}${under} at ${call.name}: ${await call.repeat()}`);
    });
  }

  /** Has the service start under another setting after half of the kills. */
  async #configure(): Promise<string> {
    const setting = this.#chance.isLikely(0.5) ? this.#chance.pick(RESTARTED_UNDER) : undefined;
    this.#service.configure((await setting?.change(String(this.#service.port))) ?? {});
    return setting === undefined ? "" : `, then ${setting.name},`;
  }

  get #nearDeadline(): boolean {
    return this.#players.some((player) => player.isNearDeadline);
  }

  async #letPass(ms: number): Promise<void> {
    const passed = await this.#service.pass(ms);
    for (const [index, { model }] of this.#players.entries()) {
      for (const end of model.pass(passed)) this.#note(index, `hold ends: ${end}`);
    }
  }

  #note(index: number, what: string): void {
    this.#log[index] = `${this.#log[index]}${what}; `;
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** Runs a step in all histories at the same time; a failure contains its history. */
  async #each<Value>(
    play: (player: HistoryPlayer, index: number) => Promise<Value>,
  ): Promise<readonly Value[]> {
    const ends = await Promise.allSettled(this.#players.map(play));
    return ends.map((end, index) => {
      if (end.status === "fulfilled") return end.value;
      const cause: unknown = end.reason;
      const problem = errorMessage(cause);
      const played = `history ${index}, after ${this.#log[index]}`;
      throw new Error(`${played}\n${problem}\n${this.#service.log}`, { cause });
    });
  }
}
