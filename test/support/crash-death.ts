import type { CrashOperation } from "./crash-operations.ts";
import type { Place, SentAnswer } from "./crash-process.ts";
import type { Scene } from "./crash-scenes.ts";
import type { CrashWorld } from "./crash-world.ts";

/** The point where a process dies: in the middle of an operation, at one of its calls. */
export type CrashPoint = Place & {
  readonly operation: CrashOperation;
  /** The first words of the call. */
  readonly name: string;
};

/** A point that was played: the call to repeat, and the answer that left before the death. */
export type Death = {
  readonly point: CrashPoint;
  readonly scene: Scene;
  readonly shop: Awaited<ReturnType<CrashWorld["newShop"]>>;
  readonly answer: SentAnswer | undefined;
  readonly isReached: boolean;
};
