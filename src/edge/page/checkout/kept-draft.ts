import { parseCardToken } from "../../../kernel/ids.ts";
import type { Draft } from "./drafts.ts";
import type { Checkout } from "./page-kit.ts";

/**
 * The draft that a press leaves: what it brought, and what was known before. Of what came as a
 * token only a token is kept.
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
