import { assert } from "../../kernel/assert.ts";
import { SECOND } from "../../kernel/clock.ts";
import { Coalescer } from "../../kernel/queue/coalesce.ts";
import type { BatchConnection, ItemWatch, LaneWatch } from "./batch-connection.ts";
import { afterSockets, type BatchQueue } from "./batch-queue.ts";
import { isConnectionError, isUnanswered } from "../connection/database-error.ts";
import type { Call, TextRows } from "../connection/statement.ts";

/** A kind of write of a lane. */
export type LaneKind<Item, Value> = {
  readonly subjectOf: (item: Item) => string;
  /** The statement that writes items. */
  readonly call: (items: readonly Item[]) => Call;
  /** The result of each item, in order. */
  readonly read: (rows: TextRows, items: readonly Item[]) => readonly Value[];
  /**
   * Finds the results of items after the connection broke, when they may or may not be committed.
   * Without it the items fail.
   */
  readonly afterBreak?: (items: readonly Item[]) => Promise<readonly Value[]>;
};

/** An item of any kind that waits or is being written. */
type Ticket = {
  readonly kind: ErasedKind;
  readonly subject: string;
  readonly watch: ItemWatch | undefined;
};

/** A ticket with its item, and the result once the item is written. */
type HeldItem<Item, Value> = Ticket & {
  readonly item: Item;
  result: { readonly value: Value } | undefined;
};

/** The methods of a kind, without the type of its items. */
type ErasedKind = {
  /** Called once for each ticket that leaves the queue. */
  readonly begin: () => void;
  readonly call: (tickets: readonly Ticket[]) => Call;
  readonly read: (tickets: readonly Ticket[], rows: TextRows) => void;
  readonly afterBreak: ((tickets: readonly Ticket[]) => Promise<void>) | undefined;
};

/** The outcome of a ticket; a result goes to the caller of `submit` directly. */
type TicketOutcome = { readonly error?: unknown };

const WRITTEN: TicketOutcome = {};

type LaneConnection = Pick<BatchConnection, "runTogether"> &
  Partial<Pick<BatchConnection, "watchItem" | "commits">>;

/**
 * Writes items of several kinds over one connection. All items that wait while a batch is being
 * committed become the next batch: one statement for each kind, all in one transaction, one message
 * and one `fsync`. The kinds' statements run in the order in which the kinds were added. If a batch
 * fails, its kinds are written one after another, and a kind that fails item by item.
 * The reasons are in docs/decisions/batch-writer.md.
 */
export class CommitLane {
  readonly #connection: LaneConnection;
  readonly #kinds: ErasedKind[] = [];
  readonly #waiting: Coalescer<Ticket, TicketOutcome>;
  readonly #watch: LaneWatch | undefined;
  #batches = 0;

  constructor(connection: LaneConnection, cap: number) {
    this.#connection = connection;
    this.#watch = connection.watchItem;
    this.#waiting = new Coalescer<Ticket, TicketOutcome>(
      (tickets) => {
        this.#batches += 1;
        const batch = { number: this.#batches, size: tickets.length };
        for (const { kind, watch } of tickets) {
          kind.begin();
          watch?.sent(batch);
        }
        return this.#write(tickets);
      },
      { cap, concurrency: 1, defer: afterSockets, subjectOf: ({ subject }) => subject },
    );
  }

  add<Item, Value>(kind: LaneKind<Item, Value>): BatchQueue<Item, Value> {
    const { subjectOf, afterBreak } = kind;
    const isHeld = (ticket: Ticket): ticket is HeldItem<Item, Value> => ticket.kind === erased;
    const itemsOf = (tickets: readonly Ticket[]): readonly Item[] =>
      tickets.filter(isHeld).map(({ item }) => item);
    const keep = (tickets: readonly Ticket[], values: readonly Value[]): void =>
      values.forEach((value, index) => {
        const ticket = tickets[index];
        if (ticket !== undefined && isHeld(ticket)) ticket.result = { value };
      });
    let depth = 0;
    const erased: ErasedKind = {
      begin: () => {
        depth -= 1;
      },
      call: (tickets) => kind.call(itemsOf(tickets)),
      read: (tickets, rows) => keep(tickets, kind.read(rows, itemsOf(tickets))),
      afterBreak:
        afterBreak && (async (tickets) => keep(tickets, await afterBreak(itemsOf(tickets)))),
    };
    this.#kinds.push(erased);
    return {
      submit: async (item) => {
        const watch = this.#watch?.();
        const subject = subjectOf(item);
        const held: HeldItem<Item, Value> = {
          kind: erased,
          subject,
          watch,
          item,
          result: undefined,
        };
        depth += 1;
        const end = await this.#waiting.submit(held);
        watch?.ended(end.error);
        if ("error" in end) throw end.error;
        assert(held.result !== undefined, "an item that is written has a result");
        return held.result.value;
      },
      get depth() {
        return depth;
      },
    };
  }

  /** Writes tickets in one transaction, or in parts if that fails. */
  async #write(tickets: readonly Ticket[]): Promise<readonly TicketOutcome[]> {
    const groups = this.#kinds.flatMap((kind) => {
      const ofKind = tickets.filter((ticket) => ticket.kind === kind);
      return ofKind.length === 0 ? [] : [{ kind, tickets: ofKind }];
    });
    let results: readonly TextRows[];
    try {
      const calls = groups.map((group) => group.kind.call(group.tickets));
      const began = performance.now();
      results = await this.#connection.runTogether(calls);
      const seconds = (performance.now() - began) / SECOND;
      this.#connection.commits?.committed(tickets.length, seconds);
    } catch (error) {
      const parts = groups.map((group) => group.tickets);
      return this.#writeParts(tickets, parts, error);
    }
    groups.forEach((group, index) => group.kind.read(group.tickets, results[index] ?? []));
    return tickets.map(() => WRITTEN);
  }

  async #writeParts(
    tickets: readonly Ticket[],
    groups: readonly (readonly Ticket[])[],
    error: unknown,
  ): Promise<readonly TicketOutcome[]> {
    // A server that fell silent may still write the batch, and would let a second try wait, too.
    if (isUnanswered(error)) return tickets.map(() => ({ error }));
    const isBroken = isConnectionError(error);
    const parts = isBroken || groups.length > 1 ? groups : tickets.map((ticket) => [ticket]);
    const ends = new Map<Ticket, TicketOutcome>();
    for (const part of parts) {
      const found = await this.#writePart(part, { isBroken, isLast: tickets.length === 1, error });
      part.forEach((ticket, index) => ends.set(ticket, found[index] ?? { error }));
    }
    return tickets.map((ticket) => ends.get(ticket) ?? { error });
  }

  #writePart(
    part: readonly Ticket[],
    { isBroken, isLast, error }: Failure,
  ): Promise<readonly TicketOutcome[]> {
    if (isBroken) return findAgain(part, error);
    return isLast ? Promise.resolve([{ error }]) : this.#write(part);
  }
}

/** The failure of a batch; `isLast`: the batch can't be halved further. */
type Failure = { readonly isBroken: boolean; readonly isLast: boolean; readonly error: unknown };

async function findAgain(
  group: readonly Ticket[],
  error: unknown,
): Promise<readonly TicketOutcome[]> {
  const [first] = group;
  if (first?.kind.afterBreak === undefined) return group.map(() => ({ error }));
  try {
    await first.kind.afterBreak(group);
    return group.map(() => WRITTEN);
  } catch (again) {
    return group.map(() => ({ error: again }));
  }
}
