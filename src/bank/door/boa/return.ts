import type { Challenge } from "../../challenge.ts";
import type { Entry } from "../../entry.ts";
import { keptFields, type PostedForm } from "../kit/door-challenge.ts";
import { writeDoorXml } from "../kit/door-xml.ts";
import { textOfCode } from "./codes.ts";
import { type BoaMerchant, merchantOf } from "./merchants.ts";
import { authenticationCode, orderNumber } from "./purchase.ts";
import { hashOfXml, keyOf } from "./signature.ts";

/** KTPay's JSON, and the XML of Kuveyt Türk and of Vakıf Katılım, which also has a page. */
export type Dialect = "json" | "kuveyt" | "vakif" | "page";

type Fields = Readonly<Record<string, string>>;

type Back = {
  /** True if a scripted fault changes what the bank tells. */
  readonly isChanged: boolean;
  /** The charge, where the bank's own page made it. */
  readonly entry?: Entry | undefined;
};

/** The fields that the browser brings to the merchant; undefined before a decision. */
export function returnOf(challenge: Challenge, { isChanged, entry }: Back): PostedForm | undefined {
  const { terminal, requestId: reference, decision, amount, installments } = challenge;
  const merchant = merchantOf(terminal.slice(terminal.indexOf(":") + 1));
  if (merchant === undefined || decision === undefined) return undefined;
  const { ok = "", fail = "", dialect = "" } = keptFields(challenge);
  const authenticated = authenticationCode(challenge);
  const code = authenticated === "00" ? (entry?.code ?? "00") : authenticated;
  const isPassed = code === "00";
  const orderId = isPassed ? orderNumber(terminal, reference) : "0";
  const fields = returnFields(merchant, {
    dialect: dialectOf(dialect),
    reference,
    code,
    orderId,
    md: isPassed ? challenge.id : "",
    entry,
    payment: {
      Amount: amount.minor.toString(),
      InstallmentCount: installments === 1 ? "0" : String(installments),
      CardNumber: `${challenge.card.bin}******${challenge.card.lastFour}`,
    },
  });
  // The return has no amount; the bank's number of another purchase stands for another amount.
  const changed = isChanged ? { OrderId: `${orderId}0` } : {};
  return { url: isPassed ? ok : fail, fields: { ...fields, ...changed } };
}

function dialectOf(text: string): Dialect {
  return text === "json" || text === "kuveyt" || text === "page" ? text : "vakif";
}

type Returned = {
  readonly dialect: Dialect;
  readonly reference: string;
  readonly code: string;
  readonly orderId: string;
  readonly md: string;
  readonly entry?: Entry | undefined;
  /** The payment's own fields, which one dialect repeats. */
  readonly payment?: Fields;
};

export function returnFields(merchant: BoaMerchant, returned: Returned): Fields {
  const { dialect, reference, code, orderId, md, entry } = returned;
  const message = code === "00" ? "Kart doğrulandı." : textOfCode(code);
  const common = {
    ResponseCode: code,
    ResponseMessage: message,
    OrderId: orderId,
    MerchantOrderId: reference,
    MD: md,
  };
  if (dialect === "json") return { Success: code === "00" ? "True" : "False", ...common };
  const rrn = entry?.reference ?? "";
  const HashData = hashOfXml(keyOf(merchant.password), reference, rrn, code, orderId);
  if (dialect === "kuveyt") {
    return { AuthenticationResponse: kuveytReturn(merchant, returned, { ...common, HashData }) };
  }
  const numbers = {
    ProvisionNumber: entry?.authCode ?? "",
    RRN: rrn,
    Stan: rrn.slice(-6),
    BatchId: "1",
  };
  return { ...common, ...numbers, HashData };
}

/** The older interface of Kuveyt Türk returns one field: an encoded document. */
function kuveytReturn(
  { merchantId, customerId }: BoaMerchant,
  { code, payment = {}, reference, orderId }: Returned,
  fields: Fields,
): string {
  const document = writeDoorXml("VPosTransactionResponseContract", [
    [
      "VPosMessage",
      Object.entries({
        OrderId: orderId,
        MerchantId: merchantId,
        CustomerId: customerId,
        BatchID: "1",
        ...payment,
        MerchantOrderId: reference,
        CurrencyCode: "949",
        TransactionSecurity: "3",
      }),
    ],
    ["IsEnrolled", String(code === "00")],
    ...Object.entries(fields),
    ["ReferenceId", fields["MD"] ?? ""],
    ["BusinessKey", "0"],
  ]);
  return encodeURIComponent(document);
}
