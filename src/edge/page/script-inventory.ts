/**
 * Every script that a page may load on which card numbers are typed, or that frames such a page,
 * with the reason why it is there (PCI DSS 6.4.3). A page can name no other.
 */
export const PAYMENT_SCRIPTS = [
  {
    name: "checkout",
    reason:
      "The card form of live payments: formats and checks what is typed, fetches installments, " +
      "tells the time left and that a payment is under way. The page works without it.",
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
      "On pages inside a merchant's page only: tells that page the frame's height and the " +
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
