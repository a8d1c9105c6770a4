import type { Language } from "../kernel/language.ts";
import { otherLanguage } from "../page/language.ts";
import type { ShownBrand } from "../page/brand/brand-logo.tsx";
import type { News } from "../page/frame-message.ts";
import { MESSAGES } from "../page/messages/messages.ts";
import type { Messages } from "../page/messages/tr.ts";
import { expiryNews, newsOf } from "./frame-news.ts";
import type { Checkout, PageKit } from "./page-kit.ts";

/** The context of every view of the checkout. */
export type ViewContext = {
  readonly kit: PageKit;
  readonly language: Language;
  readonly words: Messages;
  /** Why no real money moves; undefined where it does, and on pages without a session. */
  readonly sandbox: "test" | "rehearsal" | undefined;
  /** The merchant's brand; undefined on pages without a session. */
  readonly brand: ShownBrand | undefined;
  /** The address of this page in the other language; undefined on pages without a session. */
  readonly switchTo: string | undefined;
  /** `_top` in a frame, so that links to the merchant's site leave it. */
  readonly linkTarget: "_top" | undefined;
  /** The outcome that a framed page reports when it is shown. */
  readonly news: News | undefined;
  /** The outcome that a framed page reports when the session expires. */
  readonly expiry: News | undefined;
};

export function viewOf(kit: PageKit, checkout: Checkout): ViewContext {
  const { session, language, state } = checkout;
  return {
    kit,
    language,
    words: MESSAGES[language],
    sandbox: session.mode === "test" ? "test" : kit.isRehearsal ? "rehearsal" : undefined,
    brand: checkout.brand,
    switchTo: kit.paths.checkout(session.sessionId, { language: otherLanguage(language) }),
    linkTarget: kit.frame === undefined ? undefined : "_top",
    news: newsOf(checkout),
    expiry: state.kind === "payable" ? expiryNews(checkout, state) : undefined,
  };
}

/** The context of a page without a session. */
export function viewWithoutSession(kit: PageKit, language: Language, news?: News): ViewContext {
  return {
    kit,
    language,
    words: MESSAGES[language],
    sandbox: undefined,
    brand: undefined,
    switchTo: undefined,
    linkTarget: undefined,
    news,
    expiry: undefined,
  };
}
