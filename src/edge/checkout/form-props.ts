import type { Method } from "../page/method.ts";
import type { CardChoices } from "./card-choices.ts";
import type { CardFieldErrors } from "./card-panel.tsx";
import type { Offers } from "./offers.ts";
import type { Checkout } from "./page-kit.ts";
import type { ViewContext } from "./view-context.ts";

/** A message above the form. */
export type FormMessage = {
  readonly text: string;
  /** A sentence on how the customer can try again; undefined if it would add nothing. */
  readonly advice: string | undefined;
  /** True if the customer cancelled the payment, false if it was refused. */
  readonly isGivenUp: boolean;
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
