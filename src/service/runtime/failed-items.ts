import {
  isSetAside,
  JOB_KINDS,
  type FailedItem,
  type JobKind,
} from "../../domain/job/failed-item.ts";
import type { BacklogLook } from "./backlog.ts";
import type { Installation } from "../installation/installation.ts";

export type FailedItemCount = {
  readonly kind: JobKind;
  readonly failing: number;
  readonly setAside: number;
};

/** The number of failed items of each job, as of the last call of `count`. */
export class FailedItemCounts {
  readonly #failedItems: Installation["failedItems"];
  readonly #personCases: Installation["personCases"];
  readonly #unknownMovements: Installation["unknownMovements"];
  #waiting = 0;
  #unknown = 0;
  #counts: readonly FailedItemCount[] = countsOf([]);

  constructor({
    failedItems,
    personCases,
    unknownMovements,
  }: Pick<Installation, "failedItems" | "personCases" | "unknownMovements">) {
    this.#failedItems = failedItems;
    this.#personCases = personCases;
    this.#unknownMovements = unknownMovements;
  }

  counts(): readonly FailedItemCount[] {
    return this.#counts;
  }

  /** The number of attempts at banks that wait for a person. */
  waitingForPerson(): number {
    return this.#waiting;
  }

  /** The number of bookings at banks that no attempt explains. */
  unknownBookings(): number {
    return this.#unknown;
  }

  async count(): Promise<boolean> {
    this.#unknown = await this.#unknownMovements.count();
    this.#waiting = await this.#personCases.count();
    this.#counts = countsOf(await this.#failedItems.list({}));
    return false;
  }
}

/** The round of the job that counts failed items, and the work that waits for jobs. */
export function countFailedItems({
  failedItemCounts,
  backlogLook,
}: {
  readonly failedItemCounts: FailedItemCounts;
  readonly backlogLook: BacklogLook;
}): () => Promise<boolean> {
  return async () => {
    const isMore = await failedItemCounts.count();
    await backlogLook.look();
    return isMore;
  };
}

function countsOf(items: readonly FailedItem[]): readonly FailedItemCount[] {
  return JOB_KINDS.map((kind) => {
    const own = items.filter((item) => item.kind === kind);
    const setAside = own.filter(isSetAside).length;
    return { kind, failing: own.length - setAside, setAside };
  });
}
