import { BANK_NAMES } from "../../../kernel/bank-names.ts";
import { EXAMPLE, EXAMPLE_CARD } from "../example-values.ts";
import type { Example } from "../operation.ts";

const session = { session_id: EXAMPLE.session };
const byCard = { ...session, payment_type: "creditcard", ...EXAMPLE_CARD };

const order = { order_id: EXAMPLE.order };
const price = { amount: EXAMPLE.amount, currency: "TRY" };

const redirect_url = `https://pay.example/checkout/bank?session=${EXAMPLE.session}&order=${EXAMPLE.order}`;
const html_content = EXAMPLE.html;
const sentOn = {
  success: true,
  ...order,
  status: "processing",
  message: "The customer must be sent to the bank.",
  ...price,
};

const bank_account = {
  bank_code: "0062",
  bank_name: BANK_NAMES["0062"],
  iban: "TR400006200000000000000001",
  account_holder: "Kitapçı",
  ...price,
  reference_code: EXAMPLE.reference,
  expires_at: EXAMPLE.transferBy,
};

const codes = { "Vezne-Response-Style": "codes" };

/** One example for each outcome of contract C4, in the style that shows it best. */
export const PAY_EXAMPLES: Readonly<Record<string, Example>> = {
  card: {
    summary: "By card, paid at once",
    body: byCard,
    answer: {
      success: true,
      ...order,
      status: "completed",
      message: "The payment is completed.",
      ...price,
      payment_type: "creditcard",
      card_last_four: "0008",
    },
  },
  card_codes: {
    summary: "By card, answered in the style codes",
    body: byCard,
    headers: codes,
    answer: {
      status: 0,
      message: "The payment is completed.",
      ...order,
      amount: EXAMPLE.amount,
      card_token: null,
      card_last_four: "0008",
    },
  },
  installments: {
    summary: "By card, in three installments",
    body: { ...byCard, installment_count: "3" },
    answer: {
      success: true,
      ...order,
      status: "completed",
      message: "The payment is completed.",
      ...price,
      payment_type: "creditcard",
      installment_count: 3,
      charged_amount: 128_738,
      financing_amount: 3_738,
      card_last_four: "0008",
    },
  },
  save_card: {
    summary: "By card, which is stored: pay with card_token the next time",
    body: { ...byCard, save_card: true },
    answer: {
      success: true,
      ...order,
      status: "completed",
      message: "The payment is completed.",
      ...price,
      payment_type: "creditcard",
      card_last_four: "0008",
      card_token: EXAMPLE.token,
    },
  },
  stored_card: {
    summary: "By a stored card",
    body: { ...session, payment_type: "creditcard", card_token: EXAMPLE.token },
    answer: {
      success: true,
      ...order,
      status: "completed",
      message: "The payment is completed.",
      ...price,
      payment_type: "creditcard",
      card_last_four: "0008",
      card_token: EXAMPLE.token,
    },
  },
  three_d_secure: {
    summary: "By card with 3-D Secure: send the customer to redirect_url",
    body: { ...byCard, is_3d: true },
    answer: {
      ...sentOn,
      payment_type: "creditcard",
      card_last_four: "0008",
      redirect_url,
      html_content,
    },
  },
  three_d_secure_codes: {
    summary: "By card with 3-D Secure, answered in the style codes",
    body: { ...byCard, is_3d: true },
    headers: codes,
    answer: {
      status: 1,
      message: sentOn.message,
      ...order,
      amount: EXAMPLE.amount,
      card_token: null,
      card_last_four: "0008",
      redirect_url,
      html_content,
    },
  },
  held: {
    summary: "By card, for a session with capture_method manual: held, to be captured later",
    body: byCard,
    answer: {
      success: true,
      ...order,
      status: "authorized",
      message: "The amount is held on the card.",
      ...price,
      payment_type: "creditcard",
      capture_before: EXAMPLE.captureBefore,
      card_last_four: "0008",
    },
  },
  declined: {
    summary: "By card, declined: 200 all the same",
    body: { ...byCard, card_number: "4111111111111129" },
    answer: {
      success: false,
      ...order,
      status: "failed",
      code: "insufficient_balance",
      message: "Insufficient balance.",
      ...price,
      payment_type: "creditcard",
      card_last_four: "1129",
    },
  },
  declined_codes: {
    summary: "By card, declined, in the style codes",
    body: { ...byCard, card_number: "4111111111111129" },
    headers: codes,
    answer: {
      status: -2,
      message: "Insufficient balance.",
      ...order,
      amount: EXAMPLE.amount,
      card_token: null,
      card_last_four: "1129",
    },
  },
  invalid_number_codes: {
    summary: "A card number that fails its check, in the style codes: 200 with status −5",
    body: { ...byCard, card_number: "5528790000000009" },
    headers: codes,
    answer: { status: -5, message: "card_number is not a valid card number." },
  },
  bank_transfer: {
    summary: "By bank transfer",
    body: { ...session, payment_type: "bank_transfer" },
    answer: {
      success: true,
      ...order,
      status: "pending",
      message: "Waiting for the transfer.",
      ...price,
      payment_type: "bank_transfer",
      bank_account,
    },
  },
  wallet: {
    summary: "By wallet",
    body: { ...session, payment_type: "wallet", wallet_id: "paycell" },
    answer: { ...sentOn, payment_type: "wallet", redirect_url, html_content },
  },
  shopping_credit: {
    summary: "By shopping credit",
    body: { ...session, payment_type: "shopping_credit", bank_code: "0062" },
    answer: { ...sentOn, payment_type: "shopping_credit", redirect_url, html_content },
  },
  papel: {
    summary: "By Papel",
    body: { ...session, payment_type: "papel" },
    answer: { ...sentOn, payment_type: "papel", redirect_url, html_content },
  },
};
