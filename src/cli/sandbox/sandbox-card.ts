import type { CardPayRequest, CheckoutSessionRequest } from "../../client/vezne.ts";
import { CommandError } from "../kit/output.ts";

export const APPROVED_CARD = "5528790000000008";

const SESSION = {
  amount: 125_000,
  success_url: "https://shop.example/thanks",
  fail_url: "https://shop.example/sorry",
} as const;

/** A session of 1 250,00 TL, unless the fields give another amount. */
export function sandboxSession(
  fields: Partial<CheckoutSessionRequest> = {},
): CheckoutSessionRequest {
  return { ...SESSION, customer: { name: "Ada", surname: "Şahin" }, ...fields };
}

/** The pay request of a test card that expires in years. */
export function sandboxCard(sessionId: string, number: string): CardPayRequest {
  return {
    session_id: sessionId,
    payment_type: "creditcard",
    card_holder_name: "Ada Şahin",
    card_number: number,
    expire_month: "12",
    expire_year: String(new Date().getFullYear() + 3),
    cvc: /^3[47]/.test(number) ? "1234" : "123",
  };
}

/** Refuses a live key: sandbox commands must not reach a real bank. */
export function requireTestKey(apiKey: string): void {
  if (!apiKey.startsWith("vz_test_")) {
    throw new CommandError("this is for the sandbox: VEZNE_API_KEY must be a test key (vz_test_…)");
  }
}
