import type { Method } from "../../page/method.ts";
import type { CardChoices } from "./card-choices.ts";
import type { CardFieldErrors } from "./card-panel.tsx";
import type { Offers } from "./offers.ts";
import type { Checkout } from "../page-kit.ts";
import type { ViewContext } from "../view-context.ts";

/**
 * A message above the form: the payment was refused, the customer cancelled it, or a change of the
 * language has emptied the fields that are never kept.
 */
export type FormMessage = {
  readonly kind: "refused" | "cancelled" | "emptied";
  readonly text: string;
  /** A sentence on how the customer can try again; undefined if it would add nothing. */
  readonly advice: string | undefined;
};

/** The props of the payment form, from which each method takes its own. */
export type FormViewProps = {
  readonly view: ViewContext;
  readonly checkout: Checkout;
  readonly offers: Offers;
  /** The payment method whose panel is open. */
  readonly chosen: Method;
  readonly formKey: string;
  readonly card: CardChoices;
  readonly errors: CardFieldErrors;
  /** Is shown above the payment methods. */
  readonly message: FormMessage | undefined;
};
