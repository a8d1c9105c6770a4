import type { Instant } from "../kernel/clock.ts";
import type { UserId } from "../kernel/ids.ts";
import type { Scope } from "../merchant/scope.ts";

/** A filter of the list of payments under a name, for its maker or for everybody. */
export type SavedView = {
  readonly viewId: string;
  readonly userId: UserId;
  readonly name: string;
  /** As it stands in the address. */
  readonly query: string;
  readonly isShared: boolean;
  readonly createdAt: Instant;
};

export interface SavedViewStore {
  save(scope: Scope, view: SavedView): Promise<void>;
  /** Those of a user and the shared ones. */
  list(scope: Scope, userId: UserId): Promise<readonly SavedView[]>;
  /** Removes one's own; tells which it was. */
  remove(scope: Scope, userId: UserId, viewId: string): Promise<SavedView | undefined>;
}
