import { parseCardToken } from "../../kernel/ids.ts";
import type { Draft } from "./drafts.ts";
import type { Checkout } from "./page-kit.ts";

/**
 * The draft that a press leaves: its own fields over those of the draft before. `card_token` is
 * kept only where it has the form of a token.
 */
export function keptDraft(
  { language, draft }: Checkout,
  news: Partial<Omit<Draft, "language">>,
): Draft {
  return {
    method: "card",
    holderName: "",
    expiry: "",
    installments: 1,
    bin: "",
    ...draft,
    ...news,
    cardToken: parseCardToken(news.cardToken ?? draft?.cardToken ?? "") ?? "",
    language,
  };
}
