import type { Method } from "../page/method.ts";
import type { Checkout } from "./page-kit.ts";
import type { ViewContext } from "./view-context.ts";

type FormFieldsProps = {
  readonly view: ViewContext;
  readonly checkout: Checkout;
  readonly method: Method;
  /** Names this rendering of the page, so that one press of a button is one payment. */
  readonly formKey: string;
};

/** What every form to pay sends besides its own fields. */
export function FormFields({ view, checkout, method, formKey }: FormFieldsProps) {
  return (
    <>
      <input type="hidden" name="session" value={checkout.session.sessionId} />
      <input type="hidden" name="lang" value={view.language} />
      <input type="hidden" name="method" value={method} />
      <input type="hidden" name="attempt" value={formKey} />
    </>
  );
}
