import type { trMethods } from "./tr-methods.ts";

/** The English texts of the payment methods without a card. */
export const enMethods: typeof trMethods = {
  methods: {
    title: "Payment method",
    none: "This shop cannot take payments at the moment.",
    names: {
      card: "Pay by card",
      bank_transfer: "Bank transfer",
      wallet: "Wallet",
      shopping_credit: "Shopping credit",
      papel: "Papel",
    },
    hints: {
      card: "Debit or credit card",
      bank_transfer: "EFT, FAST or wire",
      wallet: "With your wallet app",
      shopping_credit: "A loan from a bank, on the spot",
      papel: "With your Papel account",
    },
    refused: "A payment could not be started this way. Choose another one.",
  },
  transfer: {
    text:
      "We will give you an IBAN and a reference code. You send the amount from your bank; your " +
      "order is confirmed automatically once it arrives.",
    days: (days) => `You have ${days} days to send it.`,
    bank: "Which bank will you send it to?",
    submit: "Show transfer details",
    title: "Waiting for your transfer",
    lead: "Follow these steps to complete the payment.",
    steps: {
      start: "Start a new transfer in your bank’s app or at a branch.",
      send: "Send the full amount to this account.",
      code: "Write only this code into the description.",
    },
    bankName: "Bank",
    holder: "Recipient",
    iban: "IBAN",
    amount: "Amount",
    reference: "Reference code",
    warning:
      "If the code is missing or wrong, or the amount differs, your payment is not recognised " +
      "automatically and is confirmed late.",
    deadline: (moment) => `The money must arrive by ${moment}.`,
    live: "This page updates automatically when the transfer arrives. You may close it.",
    liveOnRefresh: "Refresh the page to see whether your transfer has arrived.",
    copy: "Copy",
    copyOf: (what) => `Copy: ${what}`,
    copied: (what) => `${what} copied.`,
    print: "Print these details",
    refresh: "Refresh status",
    giveUp: "Cancel transfer",
    giveUpText:
      "Do not give up if you have sent the money: money that comes later does not confirm your " +
      "order, and the shop has to return it by hand.",
    giveUpSubmit: "I have not sent it, pay another way",
  },
  wallet: {
    text: "Choose your wallet; you will approve the payment on its page.",
    submit: (name) => `Pay with ${name}`,
  },
  credit: {
    text: "You apply on the bank’s page and learn its decision there or here.",
    bank: "Lender",
    most: (count) => `up to ${count} months`,
    count: "Term",
    months: (count) => (count === 1 ? "1 month" : `${count} months`),
    submit: "Go to the application",
    decides:
      "The bank sets the interest, the monthly payment and the total; you see them before you accept.",
    tooLong: (count) => `This bank lends for ${count} months at most. Change the term.`,
  },
  papel: {
    text: "You will approve the payment on Papel’s page, with your Papel account.",
    submit: "Pay with Papel",
  },
  approvals: {
    wallet: {
      title: "Waiting for your wallet",
      text: "To complete the payment, approve it on your wallet’s page.",
      proceed: "Go to the wallet’s page",
      leave: "You are going to your wallet",
    },
    shopping_credit: {
      title: "Waiting for your application",
      text: "To complete the payment, finish the application on the bank’s page.",
      proceed: "Go to the application",
      leave: "You are going to the application",
    },
    papel: {
      title: "Waiting for your approval at Papel",
      text: "To complete the payment, approve it on Papel’s page.",
      proceed: "Go to Papel’s page",
      leave: "You are going to Papel",
    },
  },
  decision: {
    title: "Your application is being decided on",
    text:
      "The bank decides within a few minutes. Do not apply again; the result will appear here. " +
      "If you close the page you can come back to this address.",
  },
  otherDeclines: {
    general_error: "The payment was not approved. No money was taken.",
    cancelled_by_customer: "You cancelled the payment.",
    do_not_honour: "The payment was not approved. No money was taken.",
    insufficient_balance: "Your balance or limit is not enough. No money was taken.",
    authentication_failed: "The code could not be verified. No money was taken.",
    creditRefused: "The bank did not approve the application. No money was taken.",
    creditCancelled: "You cancelled the application.",
    transferCancelled: "You cancelled the transfer. If you have sent the money, tell the shop.",
  },
};
