import { parseCardToken } from "../../kernel/ids.ts";
import type { Draft } from "../drafts.ts";
import type { Checkout } from "../page-kit.ts";

/**
 * The draft after a submission: the submitted values replace those of the earlier draft. A
 * `card_token` is kept only if it has the form of a token.
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
