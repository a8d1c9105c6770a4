import type { Language } from "../../checkout/session.ts";
import type { AuditNote } from "../../merchant/audit.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { SignedIn } from "../../merchant/panel-session.ts";
import type { Scope } from "../../merchant/scope.ts";
import type { SignInBrowser } from "../../merchant/sign-in.ts";
import type { User } from "../../merchant/user.ts";
import type { PanelKit } from "./panel-kit.ts";
import type { Place } from "./panel-paths.ts";

/** A request as pages read it: each field once, and empty where it was not sent. */
export type PanelRequest = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
  /** Of a form that brings any. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly requestId: string;
  /** The path with its query, as it was asked for. */
  readonly url: string;
  /** Whether it was only looked at, so that the same address can be opened again. */
  readonly isLook: boolean;
};

/** What every page has; the reader may be anybody. */
export type OpenContext = {
  readonly kit: PanelKit;
  readonly request: PanelRequest;
  readonly language: Language;
  readonly browser: SignInBrowser;
  /** Somebody whose password was right and whose code is awaited. */
  readonly pending: SignedIn | undefined;
  /** Writes to the audit log for a user who is not, or not yet, signed in. */
  readonly recordAs: (actor: Pick<User, "email" | "merchantId">, note: AuditNote) => Promise<void>;
  /** The path of a page that belongs to no merchant. */
  readonly panel: (page?: string) => string;
};

/** What a page of a signed-in user has. */
export type AccountContext = OpenContext & {
  readonly signedIn: SignedIn;
  /** Goes into every form, and comes back with it. */
  readonly formToken: string;
  /**
   * Writes to the audit log what this user does here. What moves money is written before it is
   * tried, so that no fault leaves a move without a name.
   */
  readonly record: (note: AuditNote, place?: Place) => Promise<void>;
};

/** What a page about a merchant in a mode has; `scope` is what its stores ask for. */
export type MerchantContext = AccountContext & {
  readonly scope: Scope;
  readonly merchant: Merchant;
  /** The path of a page of the same merchant and mode. */
  readonly to: (page?: string) => string;
};
