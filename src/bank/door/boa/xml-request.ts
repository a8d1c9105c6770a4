import { type DoorXml, field, readDoorXml } from "../kit/door-xml.ts";
import type { AskedPayment } from "./gate.ts";
import type { BoaMerchant } from "./merchants.ts";
import { hashOfXml, keyOf } from "./signature.ts";

/** The document elements of Vakıf Katılım's and Kuveyt Türk's messages. */
const ROOTS = { VPosMessageContract: "vakif", KuveytTurkVPosMessage: "kuveyt" } as const;

export type XmlDialect = (typeof ROOTS)[keyof typeof ROOTS];

export type XmlMessage = { readonly dialect: XmlDialect; readonly fields: DoorXml };

export function readXmlMessage(body: unknown): XmlMessage {
  const document = Buffer.isBuffer(body) ? body.toString("latin1") : "";
  for (const [root, dialect] of Object.entries(ROOTS)) {
    const fields = readDoorXml(document, root);
    if (fields !== undefined) return { dialect, fields };
  }
  return { dialect: "vakif", fields: {} };
}

/** `HashPassword` is optional, but must be right where a message has it. */
export function hasGoodHash({ password }: BoaMerchant, message: DoorXml): boolean {
  const names = ["MerchantId", "MerchantOrderId", "Amount", "OkUrl", "FailUrl", "UserName"];
  const key = keyOf(password);
  const expected = hashOfXml(key, ...names.map((name) => field(message, name)));
  const isKey = message["HashPassword"] === undefined || field(message, "HashPassword") === key;
  return isKey && field(message, "HashData") === expected;
}

/** `TransactionSecurity` 3 is 3-D Secure; clients write 1 or 5 for a charge without it. */
export function askedPayment(
  { dialect, fields }: XmlMessage,
  security: readonly string[],
): AskedPayment {
  const get = (name: string) => field(fields, name);
  const count = get("InstallmentCount");
  const installments =
    count === "0" ? 1 : /^(?:[2-9]|[1-9]\d)$/.test(count) ? Number(count) : undefined;
  const shown = fields["DisplayAmount"] === undefined ? get("Amount") : get("DisplayAmount");
  return {
    dialect,
    reference: get("MerchantOrderId"),
    minor: shown === get("Amount") ? get("Amount") : "",
    currency: get(dialect === "kuveyt" ? "CurrencyCode" : "FECCurrencyCode"),
    installments: security.includes(get("TransactionSecurity")) ? installments : undefined,
    okUrl: get("OkUrl"),
    failUrl: get("FailUrl"),
    card: {
      number: get("CardNumber"),
      month: get("CardExpireDateMonth"),
      year: get("CardExpireDateYear"),
      cvc: get("CardCVV2"),
      holder: get("CardHolderName"),
    },
  };
}

/** The value under `MD` in the additional data, whose elements differ between the dialects. */
export function mdOf({ dialect, fields }: XmlMessage): string {
  const path =
    dialect === "kuveyt"
      ? ["KuveytTurkVPosAdditionalData", "AdditionalData"]
      : ["AdditionalData", "AdditionalDataList", "VPosAdditionalData"];
  return field(fields, ...path, "Key") === "MD" ? field(fields, ...path, "Data") : "";
}
