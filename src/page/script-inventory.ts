/**
 * The scripts of all pages on which card numbers are typed or which frame such a page, each with
 * its reason (PCI DSS 6.4.3). The type of `Layout` accepts no other script.
 */
export const PAYMENT_SCRIPTS = [
  {
    name: "checkout",
    reason:
      "The card form of live payments: formats and checks what is typed, fetches installments, " +
      "announces the time left and that a payment is under way. The page works without it.",
  },
  {
    name: "sandbox",
    reason:
      "In test payments, in place of the one for live payments, which it contains: also fills in " +
      "the numbers of test cards.",
  },
  {
    name: "frame",
    reason:
      "On pages inside a merchant's page only: reports to that page the frame's height and the " +
      "payment's outcome, without card data.",
  },
  {
    name: "widget",
    reason:
      "On the merchant's own page: puts the payment page into a frame of the service's origin and " +
      "passes its messages on. It never sees card data.",
  },
] as const;

export type PaymentScript = (typeof PAYMENT_SCRIPTS)[number]["name"];
