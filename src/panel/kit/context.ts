import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Language } from "../../kernel/language.ts";
import type { Secret } from "../../kernel/secret.ts";
import type { AuditAction, AuditEntry, AuditNote } from "../../domain/merchant/audit.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import type { SignedIn } from "../../domain/merchant/panel-session.ts";
import type { Scope } from "../../domain/merchant/scope.ts";
import type { SignInBrowser } from "../../domain/merchant/sign-in.ts";
import type { User } from "../../domain/merchant/user.ts";
import type { Appearance } from "./look.ts";
import type { LargeFile } from "../../http/body/upload.ts";
import type { PanelKit } from "./panel-kit.ts";
import type { Place } from "./panel-paths.ts";

/** A parsed request: each field appears once, and a field that was not sent is empty. */
export type PanelRequest = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
  /** The files of a multipart form; otherwise empty. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** The files of a multipart form that were refused because of their size. */
  readonly largeFiles: Readonly<Record<string, LargeFile>>;
  readonly requestId: string;
  /** The requested path with its query. */
  readonly url: string;
  /** True for GET and HEAD, whose address can be opened again. */
  readonly isRead: boolean;
  /** True if the browser says that another site's page, or a redirect from it, led here. */
  readonly isFromElsewhere: boolean;
};

/** The context of every page, signed in or not. */
export type OpenContext = {
  readonly kit: PanelKit;
  readonly request: PanelRequest;
  readonly language: Language;
  readonly browser: SignInBrowser;
  /** The token of a sign-in at an identity provider; empty if none is under way. */
  readonly identityToken: string;
  /** The look of the panel in this browser. */
  readonly look: Appearance;
  /** A user whose password was right and whose code is still missing. */
  readonly pending: SignedIn | undefined;
  /** Writes an audit entry for a user who is not, or not yet, signed in. */
  readonly recordAs: (actor: Pick<User, "email" | "merchantId">, note: AuditNote) => Promise<void>;
  /** The path of a page that belongs to no merchant. */
  readonly panel: (page?: string) => string;
};

/** The context of a page for a signed-in user. */
export type AccountContext = OpenContext & {
  readonly signedIn: SignedIn;
  /** The token against request forgery; every form carries it. */
  readonly formToken: string;
  /** The secret of a second factor that is set up in this session. */
  readonly setUpSecret: Secret;
  /** Writes an audit entry about this user. */
  readonly record: (note: AuditNote, place?: Place) => Promise<void>;
  readonly entryOf: (note: AuditNote, place?: Place) => AuditEntry;
  /** The entry of a form that runs; see `FormLog`. */
  readonly log: FormLog;
};

/** Facts of an entry; its action and object are those of the route, unless given here. */
export type FormFacts = Partial<Omit<AuditNote, "action"> & { readonly action: AuditAction }>;

/**
 * Writes the audit entries of one form. A form that is refused needs no call: if its answer is a
 * refusal and nothing was recorded as done, the kit writes that.
 */
export type FormLog = {
  /** Records that the form was carried out, after it was. */
  readonly done: (facts?: FormFacts, place?: Place) => Promise<void>;
  /**
   * Records before money moves that it was asked for, so that a fault can't leave money moved
   * without an entry. The kit writes the outcome that the form's answer tells.
   */
  readonly asked: (facts: FormFacts) => Promise<void>;
  /** Returns the entry, for a change that is committed together with it. */
  readonly entryOf: (facts: FormFacts) => AuditEntry;
  /** Names the act that the form's answer tells the outcome of, if it is not the route's. */
  readonly about: (facts: FormFacts) => void;
};

/** The context of a page about a merchant in a mode; its stores require the `scope`. */
export type MerchantContext = AccountContext & {
  readonly scope: Scope;
  readonly merchant: Merchant;
  /** The path of a page of the same merchant and mode. */
  readonly to: (page?: string) => string;
};

export { useLanguage, useWords } from "../../page/kit/reader.ts";

const Shown = createContext<OpenContext | undefined>(undefined);

/** Gives the context of the page to its components; `Shell` does so for every page. */
export const ContextProvider = Shown.Provider;

export function isAccount(context: OpenContext): context is AccountContext {
  return "signedIn" in context;
}

export function isMerchant(context: OpenContext): context is MerchantContext {
  return "scope" in context;
}

/** The context of the page that is shown. */
export function useOpen(): OpenContext {
  const context = useContext(Shown);
  if (context === undefined) throw new Error("This component stands outside the shell");
  return context;
}

/** @throws Error on a page for users who are not signed in. */
export function useAccount(): AccountContext {
  const context = useOpen();
  if (!isAccount(context)) throw new Error("This component needs a signed-in user");
  return context;
}

/** @throws Error on a page that belongs to no merchant. */
export function useMerchant(): MerchantContext {
  const context = useOpen();
  if (!isMerchant(context)) throw new Error("This component needs a merchant");
  return context;
}
