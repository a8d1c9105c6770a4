import type { Language } from "../../../checkout/session.ts";
import { otherLanguage } from "../language.ts";
import { MESSAGES } from "../messages/messages.ts";
import type { Messages } from "../messages/tr.ts";
import type { Checkout, PageKit } from "./page-kit.ts";

/** What every view of the checkout is drawn with. */
export type ViewContext = {
  readonly kit: PageKit;
  readonly language: Language;
  readonly words: Messages;
  readonly isTest: boolean;
  /** This page in the other language; absent on pages that belong to no session. */
  readonly switchTo: string | undefined;
};

export function viewOf(kit: PageKit, { session, language }: Checkout): ViewContext {
  return {
    kit,
    language,
    words: MESSAGES[language],
    isTest: session.mode === "test",
    switchTo: kit.paths.checkout(session.sessionId, { language: otherLanguage(language) }),
  };
}

/** For a page of which no session is known. */
export function strayView(kit: PageKit, language: Language): ViewContext {
  return { kit, language, words: MESSAGES[language], isTest: false, switchTo: undefined };
}
