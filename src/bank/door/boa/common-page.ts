import type { Wire } from "../../delivery.ts";
import { answerDoor, send } from "../kit/door-answer.ts";
import { cardPage, type CardFields } from "../kit/door-card-page.ts";
import { readDoorForm } from "../kit/door-form.ts";
import { timeOfRequest } from "../kit/door-time.ts";
import { type Door, terminalName } from "../kit/door.ts";
import { openGate, refusedPage } from "./gate.ts";
import { merchantOf } from "./merchants.ts";
import { keyOf } from "./signature.ts";

const CARD: CardFields = ["pan", "cvc", "expiryMonth", "expiryYear"];
const HTML = "text/html; charset=utf-8";

/**
 * Vakıf Katılım's page for the card. Its form is not signed: it carries the key of all hashes, by
 * which the bank knows the merchant.
 */
export async function commonPage(door: Door, wire: Wire): Promise<string | Buffer | undefined> {
  const fields = readDoorForm(wire.request.body) ?? {};
  const get = (name: string) => fields[name] ?? "";
  const merchant = merchantOf(get("MerchantId"));
  const isKnown =
    merchant?.userName === get("UserName") && keyOf(merchant.password) === get("HashPassword");
  const asked = {
    dialect: "page" as const,
    reference: get("MerchantOrderId"),
    minor: get("Amount"),
    currency: get("FECCurrencyCode"),
    installments: 1,
    okUrl: get("OkUrl"),
    failUrl: get("FailUrl"),
    card: {
      number: get("pan"),
      month: get("expiryMonth"),
      year: get("expiryYear"),
      cvc: get("cvc"),
      holder: "",
    },
  };
  if (merchant === undefined || !isKnown || !URL.canParse(asked.failUrl)) {
    return send(wire, { contentType: HTML, body: "<p>MerchantNotDefined</p>" });
  }
  const action = `${door.deps.publicBaseUrl}/doors/boa/CommonPaymentPage/CommonPaymentPage`;
  const caller = {
    ...timeOfRequest(door.deps, wire.request.headers),
    terminal: terminalName(door, merchant.merchantId),
  };
  return answerDoor(door.deps, wire, {
    operation: "enroll",
    reference: asked.reference,
    work: async () =>
      fields["pan"] === undefined
        ? cardPage({ action, merchantFields: fields, names: CARD, expiry: ["12", "30"] })
        : { contentType: HTML, body: await openGate({ door, caller }, merchant, asked) },
    instead: {
      ipRefused: () => ({
        contentType: HTML,
        body: refusedPage(merchant, asked, "MerchantNotDefined"),
      }),
    },
  });
}
