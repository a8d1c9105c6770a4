import type { trCard } from "./tr-card.ts";

/** The English texts for paying by card, for stored cards and for declines. */
export const enCard: typeof trCard = {
  card: {
    accepted: "Accepted cards",
    number: "Card number",
    expiry: "Expiry date",
    expiryHint: "Month / year",
    expiryExample: "MM / YY",
    cvc: "Security code",
    cvcHint: "3 digits (Amex: 4)",
    cvcBack: "3 digits, back",
    cvcFront: "4 digits, front",
    name: "Name on card",
    pay: (amount) => `Pay ${amount}`,
    payChosen: "Pay",
    bankStep: "You will approve the payment on your bank’s page.",
    busy: "Taking the payment…",
    slow: "Your bank is answering, do not close the page.",
    brandFound: (brand) => `Card: ${brand}`,
    problem: "Check what you entered",
  },
  fieldErrors: {
    number_missing: "Enter the card number.",
    number_wrong: "A digit of the card number is missing or wrong.",
    number_test: "This is a test card. Use a card of your own.",
    expiry_missing: "Enter the expiry date as month / year, for example 09/28.",
    expiry_past: "This card has expired.",
    cvc_3: "Enter the 3-digit code on the back of the card.",
    cvc_4: "Enter the 4-digit code on the front of the card.",
    name_missing: "Enter the name on the card.",
    name_wrong: "Enter the name as it is written on the card.",
  },
  storedCards: {
    title: "Which card do you pay with?",
    other: "Another card",
    cvc: "Security code (optional)",
    codeBack: "The 3 digits on the back of the card",
    codeFront: "The 4 digits on the front of the card",
    save: "I agree that my card is stored for my later payments at this shop",
    saveHint:
      "This is optional. The number is stored encrypted, the security code is never stored; the " +
      "shop deletes your card if you ask for it.",
    privacy: "Privacy notice (opens in a new tab)",
    resting:
      "Saved cards can’t be used at the moment. Enter a card, or try again in a little while. " +
      "No money was taken.",
    gone: "This saved card can no longer be used. Choose another card.",
  },
  decline: {
    title: "Payment not taken",
    cancelledTitle: "Payment not completed",
    retry: "You can try again or use another card.",
    retryElsewhere:
      "You can enter your card again: this time the payment goes to another bank of the shop, and " +
      "your card is verified again.",
    retryAnyWay: "You can try again or choose another payment method.",
    reasons: {
      insufficient_balance: "Your card does not have enough balance or limit. No money was taken.",
      card_blocked:
        "Your bank did not allow payment with this card. No money was taken. Call the number on" +
        " the back of the card.",
      invalid_card_number: "The card number is not right. Compare it with your card.",
      do_not_honour: "Your bank did not approve the payment. No money was taken.",
      expired_card:
        "Your bank did not approve the payment. No money was taken. Check the card’s expiry date.",
      invalid_cvc:
        "Your bank did not approve the payment. No money was taken. Check the security code.",
      suspected_fraud: "Your bank did not approve the payment. No money was taken.",
      three_d_secure_failed: "Verification was not completed. No money was taken.",
      three_d_secure_unavailable:
        "Verification was not completed. No money was taken. Try another card.",
      three_d_secure_timeout:
        "Verification was not completed. No money was taken. The time that your bank gives ran " +
        "out.",
      cancelled_by_customer: "You cancelled the verification.",
      authentication_failed: "You were not verified. No money was taken.",
      payment_timeout: "The payment was not approved in time. No money was taken.",
      transfer_not_received: "The transfer did not arrive in time.",
      bank_unreachable: "The bank could not be reached. No money was taken.",
      general_error: "Your bank did not approve the payment. No money was taken.",
    },
  },
  refusal: {
    noAcquirer: "This shop cannot take cards at the moment. No money was taken.",
  },
};
