import type { Draft } from "./drafts.ts";
import type { Checkout } from "./page-kit.ts";

/** The draft that a press leaves: what it brought, and what was known before. */
export function keptDraft(
  { language, draft }: Checkout,
  news: Partial<Omit<Draft, "language">>,
): Draft {
  return {
    method: "card",
    holderName: "",
    expiry: "",
    installments: 1,
    cardToken: "",
    bin: "",
    ...draft,
    ...news,
    language,
  };
}
