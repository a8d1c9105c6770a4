import { decimalText } from "../../../kernel/decimal.ts";
import { CURRENCIES } from "../../../kernel/currency.ts";
import type { Challenge } from "../../challenge.ts";
import { keptFields, openChallenge, pageOf, type PostedForm } from "../kit/door-challenge.ts";
import { type Door, type DoorCaller, terminalName } from "../kit/door.ts";
import { type DoorContent, escaped, writeDoorXml } from "../kit/door-xml.ts";
import { textOfCode } from "./codes.ts";
import { merchantOf } from "./merchants.ts";
import { readAmount, type Read, refused } from "./messages.ts";
import { statusOf } from "./mpi-record.ts";
import { hashOfReturn } from "./signature.ts";

type Fields = Readonly<Record<string, string>>;

/** The codes of the schemes, of which the page for Troy posts itself. */
const BRANDS = ["100", "200", "300", "400"];
const SELF_POSTING = "300";

/** Opens 3-D Secure: the answer has the address and the fields for the customer's browser. */
export async function enrol(
  door: Door,
  time: Pick<DoorCaller, "now" | "aheadMs">,
  fields: Fields,
): Promise<string> {
  const read = readEnrolment(fields);
  if (!read.ok) return failure(fields, read.code);
  const { merchantId } = read.value;
  const caller = { ...time, terminal: terminalName(door, merchantId) };
  const opened = await openChallenge(door, caller, read.value.enrolment);
  if (opened.kind === "duplicate") return failure(fields, "2023");
  if (opened.kind === "refused") {
    if (opened.code === "Q2") return answer(fields, { status: "N" });
    return failure(fields, opened.code === "54" ? "2030" : "2029");
  }
  return challengeAnswer(door, fields, opened.challenge);
}

function readEnrolment(fields: Fields) {
  const get = (name: string) => fields[name] ?? "";
  const merchant = merchantOf(get("MerchantId"));
  if (merchant === undefined || merchant.password !== get("MerchantPassword")) {
    // A message in XML has none of the fields, which the real server reports as a wrong date.
    return refused(fields["prmstr"] === undefined ? "2005" : "2030");
  }
  const reference = get("VerifyEnrollmentRequestId");
  const amount = readAmount(get("PurchaseAmount"), get("Currency"));
  const [, year = "", month = ""] = /^(\d\d)(0[1-9]|1[0-2])$/.exec(get("ExpiryDate")) ?? [];
  const count = get("InstallmentCount");
  if (!/^[0-9a-zA-Z-]{1,40}$/.test(reference)) return refused("2022");
  if (amount === undefined) return refused("1008");
  if (year === "") return refused("2030");
  if (!BRANDS.includes(get("BrandName"))) return refused("2009");
  if (!URL.canParse(get("SuccessUrl"))) return refused("5037");
  if (!URL.canParse(get("FailureUrl"))) return refused("5038");
  if (count !== "" && !/^(?:[2-9]|[1-9]\d)$/.test(count)) return refused("1060");
  const order = {
    reference,
    type: "sale" as const,
    amount,
    installments: count === "" ? 1 : Number(count),
  };
  const card = {
    number: get("Pan"),
    expiry_year: 2_000 + Number(year),
    expiry_month: Number(month),
    holder: "",
  };
  const kept = {
    success: get("SuccessUrl"),
    failure: get("FailureUrl"),
    session: get("SessionInfo"),
    expiry: get("ExpiryDate"),
  };
  const merchantName = merchant.merchantId;
  const enrolment = { order, card, merchantName, language: "tr" as const, kept };
  return {
    ok: true,
    value: { merchantId: merchant.merchantId, enrolment },
  } as const satisfies Read<unknown>;
}

/** The merchant's form for the issuer; with one set-up `PaReq` is a page that posts itself. */
function challengeAnswer(door: Door, fields: Fields, challenge: Challenge): string {
  const page = pageOf(door, challenge);
  const own =
    `<html><body><form method="post" action="${escaped(page)}">` +
    `<input type="hidden" name="gotrequest" value="${challenge.id}"></form></body></html>`;
  const request = fields["BrandName"] === SELF_POSTING ? own : `PaReq ${challenge.id}`;
  return answer(fields, {
    status: "Y",
    content: [
      ["PaReq", Buffer.from(request).toString("base64")],
      ["ACSUrl", fields["BrandName"] === SELF_POSTING ? `${page}/closed` : page],
      ["TermUrl", `${door.deps.publicBaseUrl}/doors/payflex/back/${challenge.id}`],
      ["MD", challenge.id],
      ["ACTUALBRAND", fields["BrandName"] ?? ""],
    ],
  });
}

function failure(fields: Fields, code: string): string {
  return answer(fields, { status: "E", code });
}

/** The answer for a caller whose network address is not registered. */
export function refusedAddress(): string {
  return answer({}, { status: "E", code: "1105" });
}

type Told = {
  readonly status: "Y" | "N" | "E";
  readonly code?: string;
  readonly content?: readonly (readonly [string, string])[];
};

function answer(fields: Fields, { status, code, content = [] }: Told): string {
  const result: DoorContent = [["Version", "2.2.0"], ["Status", status], ...content];
  return writeDoorXml("IPaySecure", [
    ["Message", [["VERes", result]]],
    ["VerifyEnrollmentRequestId", fields["VerifyEnrollmentRequestId"] ?? ""],
    ["MessageErrorCode", code ?? "200"],
    ["ErrorMessage", code === undefined ? "" : textOfCode(code)],
  ]);
}

/** The fields that the customer's browser brings to the merchant; undefined before a decision. */
export function returnOf(challenge: Challenge, isChanged: boolean): PostedForm | undefined {
  const { decision, amount, terminal } = challenge;
  const merchant = merchantOf(terminal.slice(terminal.indexOf(":") + 1));
  if (decision === undefined || merchant === undefined) return undefined;
  const kept = keptFields(challenge);
  const status = statusOf(challenge);
  const { numeric, exponent } = CURRENCIES[amount.currency];
  const signed = {
    VerifyEnrollmentRequestId: challenge.requestId,
    MerchantId: merchant.merchantId,
    PurchCurrency: numeric,
    PurchAmount: decimalText(amount.minor, exponent),
    Eci: decision.eci === "" ? "07" : decision.eci,
    Cavv: decision.cavv,
    MdStatus: status === "N" ? "0" : decision.mdStatus,
    Status: status,
  };
  const { MdStatus: mdStatus, ...old } = signed;
  const newer = { MdStatus: mdStatus, Hash: hashOfReturn(signed, merchant.password) };
  const fields = {
    ...old,
    ...(merchant.signsReturn ? newer : {}),
    ...(isChanged ? { PurchAmount: decimalText(amount.minor + 100n, exponent) } : {}),
    Pan: `${challenge.card.bin}******${challenge.card.lastFour}`,
    Expiry: kept["expiry"] ?? "",
    Xid: Buffer.from(challenge.id).toString("base64").slice(0, 28),
    SessionInfo: kept["session"] ?? "",
    InstallmentCount: challenge.installments > 1 ? String(challenge.installments) : "",
    ErrorCode: status === "N" ? "0400" : "",
    ErrorMessage: status === "N" ? "3D DOĞRULAMA BAŞARISIZ" : "",
  };
  const url = (status === "N" ? kept["failure"] : kept["success"]) ?? "";
  return { url, fields };
}
