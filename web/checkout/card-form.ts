import { watchCardErrors } from "./card-errors.ts";
import { groupWhileTyping } from "./card-number-input.ts";
import { slashWhileTyping } from "./expiry-input.ts";
import { find } from "./page.ts";

/** Helps with the card; gives what tells, and shows, whether everything in it is right. */
export function enhanceCardForm(form: HTMLFormElement): () => boolean {
  const number = find("card_number", HTMLInputElement);
  const expiry = find("expiry", HTMLInputElement);
  const code = find("cvc", HTMLInputElement);
  if (number !== undefined) groupWhileTyping(number);
  if (expiry !== undefined) slashWhileTyping(expiry);
  // A page that is left must not be found again with a card in it.
  addEventListener("pagehide", () => {
    for (const input of [number, code]) if (input !== undefined) input.value = "";
  });
  return watchCardErrors(form).checkAll;
}
