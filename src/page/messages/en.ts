import { enCard } from "./en-card.ts";
import { enInstallments } from "./en-installments.ts";
import { enMethods } from "./en-methods.ts";
import type { Messages } from "./tr.ts";

/** All English texts of the checkout pages. */
export const en: Messages = {
  ...enMethods,
  ...enCard,
  ...enInstallments,
  page: {
    payment: "Payment",
    secure: "Secure payment",
    skip: "Skip to payment",
    languages: "Language",
    languageName: "English",
    errorPrefix: "Error",
    footer:
      "Your security code is not stored anywhere. Your bank approves card payments with 3-D Secure.",
    terms: (shop) => `Terms of sale of ${shop} (opens in a new tab)`,
    privacy: (shop) => `Privacy notice of ${shop} (opens in a new tab)`,
    poweredBy: "Payments by Vezne",
    backToShop: (host) => `Back to the shop (${host})`,
    leaveHint: "Going back closes this payment page.",
  },
  order: {
    summary: "Order summary",
    items: (count) => (count === 1 ? "1 item" : `${count} items`),
    unnamedItem: "Item",
    moreItems: (count) => (count === 1 ? "and 1 more item" : `and ${count} more items`),
    quantity: (count) => `Quantity ${count}`,
    total: "Total",
    deadline: "Pay by",
  },
  challenge: {
    title: "Waiting for your bank’s verification",
    text: "To complete the payment, finish the verification on your bank’s page.",
    elsewhere:
      "If this payment is under way in another window, continue there; the result will appear " +
      "here too.",
    proceed: "Continue at your bank",
    giveUp: "Give up and pay another way",
  },
  waiting: {
    title: "Waiting for your bank",
    text: "Do not pay again; the result will appear here.",
    refresh: "Refresh",
  },
  bank: {
    title: "You are going to your bank",
    text: "You will approve the payment on your bank’s 3-D Secure page.",
    proceed: "Continue",
  },
  paid: {
    title: "Payment received",
    refundedTitle: "Payment refunded",
    merchant: "Shop",
    order: "Order number",
    payment: "Payment number",
    amount: "Amount",
    price: "Order amount",
    surcharge: "Installment fee",
    contact: "About the shop",
    refunded: "Refunded",
    installments: "Installments",
    installmentCount: (count) => `${count} installments`,
    card: "Card",
    time: "Date",
    continueText: "You will go back to the shop in a few seconds.",
    stay: "Stay on this page",
    print: "Print",
  },
  voided: {
    title: "Payment cancelled",
    text: "The shop cancelled this payment. The amount held on your card has been released.",
  },
  left: {
    title: "You left the payment",
    text: "This payment page is closed. No money was taken. To pay, start again in the shop.",
    afterTransfer:
      "This payment page is closed. If you have sent a transfer, tell the shop. " +
      "To pay, start again in the shop.",
  },
  expired: {
    title: "Time to pay ran out",
    text: (time) => `This payment page expired at ${time}. No money was taken.`,
    afterTransfer: (time) =>
      `This payment page expired at ${time}. If you have sent a transfer, tell the shop.`,
  },
  notices: {
    minutesLeft: (minutes) => `${minutes} ${minutes === 1 ? "minute" : "minutes"} left to pay.`,
    remaining: (time) => `${time} left`,
    emptiedTitle: "Type the card number again",
    emptied:
      "For your safety, the card number, the security code and the consent to store the card were " +
      "not kept when the language changed.",
    offline: "You are offline. What you typed is kept.",
  },
  problem: {
    unknownTitle: "Payment page not found",
    unknownText:
      "The link may be incomplete or wrong. Go back to the shop and start the payment again.",
    forgedTitle: "The bank’s answer could not be verified",
    forgedText:
      "This address does not carry your bank’s signature; nothing about the payment was " +
      "changed. Open your payment page again.",
    badTitle: "The request was not understood",
    badText: "Go back to your payment page and try again.",
    busyTitle: "Too many attempts",
    busyText: (seconds) => `Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
    crowdedTitle: "Very many customers are here",
    crowdedText: (seconds) =>
      `Nothing was charged by this request. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
    failedTitle: "Something unexpected happened",
    failedText:
      "Before you pay again, open the payment page: it shows what became of your payment.",
    open: "Open the payment page",
  },
  framed: {
    bankTitle: "Your bank’s verification",
    wholePage: "Open on a full page",
    returnedTitle: "Your bank’s page is done",
    returnedText: "You can go back to the shop’s page; the result is shown there.",
    open: "Show the result of the payment",
  },
  sandbox: {
    test: "Test mode: no real money is taken",
    rehearsal: "Rehearsal of live mode: no real money is taken",
    cards: "Test cards",
    help: "Any future month as expiry, any 3 digits as security code (Amex: 4).",
    debit: "debit",
    fill: "Fill in",
    filled: "Card details filled in.",
    outcomes: {
      approved: "approved",
      insufficient_balance: "insufficient balance (−2)",
      do_not_honour: "not approved (−1)",
      lost_card: "card blocked (−3)",
      stolen_card: "card blocked (−3)",
      pick_up_card: "card blocked (−3)",
      expired_card: "expired card (−1)",
      wrong_cvc: "wrong security code (−1)",
      fraud_suspect: "not approved (−1)",
      general_error: "general error (−1)",
      authentication_fails: "3-D Secure fails (mdStatus 0)",
      authentication_attempted: "3-D Secure fails (mdStatus 4)",
      enrolment_fails: "3-D Secure cannot start",
      refund_and_void_fail: "approved; refund and void fail",
      answer_lost: "approved, but no answer comes; settles by inquiry",
      slow: "approved after 5 seconds",
    },
  },
};
