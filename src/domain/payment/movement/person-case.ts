import type { Instant } from "../../../kernel/clock.ts";
import type { AttemptId } from "../../../kernel/ids.ts";
import type { Scope } from "../../merchant/scope.ts";
import type { MovementKey, UnknownMovement } from "./movement.ts";
import type { Attempt } from "../payment.ts";

/** The attempts that a person must clear with the bank. */
export interface PersonCases {
  /** Lists the attempts of a merchant and mode that wait for a person, oldest first. */
  list(scope: Scope, limit: number): Promise<readonly Attempt[]>;
  find(scope: Scope, attemptId: AttemptId): Promise<Attempt | undefined>;
  /** The number of attempts of all merchants that wait for a person. */
  count(): Promise<number>;
}

/** The unknown movements that wait for a person. */
export interface UnknownMovements {
  list(scope: Scope, limit: number): Promise<readonly UnknownMovement[]>;
  find(scope: Scope, key: MovementKey): Promise<UnknownMovement | undefined>;
  /** Marks a movement as cleared; returns false if it does not wait any more. */
  clear(scope: Scope, key: MovementKey, clearedAt: Instant): Promise<boolean>;
  /** The number of movements of all merchants that wait for a person. */
  count(): Promise<number>;
}
