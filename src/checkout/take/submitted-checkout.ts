import { textField } from "../../page/fields.ts";
import { openCheckout, type Checkout, type PageKit } from "../page-kit.ts";

/** Returns the session and the language of a submitted form, or undefined for an unknown id. */
export function submittedCheckout(kit: PageKit, fields: unknown): Promise<Checkout | undefined> {
  return openCheckout(kit, {
    session: textField(fields, "session"),
    lang: textField(fields, "lang"),
  });
}
