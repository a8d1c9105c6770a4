import type { Language } from "../../checkout/session.ts";
import { otherLanguage } from "../page/language.ts";
import type { ShownBrand } from "../page/brand/brand-logo.tsx";
import type { News } from "../page/frame-message.ts";
import { MESSAGES } from "../page/messages/messages.ts";
import type { Messages } from "../page/messages/tr.ts";
import { expiryNews, newsOf } from "./frame-news.ts";
import type { Checkout, PageKit } from "./page-kit.ts";

/** What every view of the checkout is drawn with. */
export type ViewContext = {
  readonly kit: PageKit;
  readonly language: Language;
  readonly words: Messages;
  readonly isTest: boolean;
  /** Whose page it is; absent on pages that belong to no session. */
  readonly brand: ShownBrand | undefined;
  /** This page in the other language; absent on pages that belong to no session. */
  readonly switchTo: string | undefined;
  /** Links to the merchant's site leave the frame, if there is one. */
  readonly linkTarget: "_top" | undefined;
  /** What a page around this one is told, now and once the session has expired. */
  readonly news: News | undefined;
  readonly expiry: News | undefined;
};

export function viewOf(kit: PageKit, checkout: Checkout): ViewContext {
  const { session, language, state } = checkout;
  return {
    kit,
    language,
    words: MESSAGES[language],
    isTest: session.mode === "test",
    brand: checkout.brand,
    switchTo: kit.paths.checkout(session.sessionId, { language: otherLanguage(language) }),
    linkTarget: kit.frame === undefined ? undefined : "_top",
    news: newsOf(checkout),
    expiry: state.kind === "payable" ? expiryNews(checkout, state) : undefined,
  };
}

/** For a page of which no session is known. */
export function strayView(kit: PageKit, language: Language, news?: News): ViewContext {
  return {
    kit,
    language,
    words: MESSAGES[language],
    isTest: false,
    brand: undefined,
    switchTo: undefined,
    linkTarget: undefined,
    news,
    expiry: undefined,
  };
}
