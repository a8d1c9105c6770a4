import type { Instant } from "../../kernel/clock.ts";
import type { UserId } from "../../kernel/ids.ts";
import type { Scope } from "../merchant/scope.ts";

/** A named filter of the payment list, for its maker or for all users of the merchant. */
export type SavedView = {
  readonly viewId: string;
  readonly userId: UserId;
  readonly name: string;
  /** The filter as in the page's address. */
  readonly query: string;
  readonly isShared: boolean;
  readonly createdAt: Instant;
};

export interface SavedViewStore {
  save(scope: Scope, view: SavedView): Promise<void>;
  /** Lists the views of a user and the shared ones. */
  list(scope: Scope, userId: UserId): Promise<readonly SavedView[]>;
  /** Deletes a view of the user's own. Returns the deleted one. */
  remove(scope: Scope, userId: UserId, viewId: string): Promise<SavedView | undefined>;
}
