import type { Method } from "../../page/method.ts";
import type { Checkout } from "../page-kit.ts";
import type { ViewContext } from "../view-context.ts";

type FormFieldsProps = {
  readonly view: ViewContext;
  readonly checkout: Checkout;
  readonly method: Method;
  /** Identifies this rendering of the form, so that a second submission of it makes no payment. */
  readonly formKey: string;
};

/** The hidden fields of every payment form. */
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
