import { createHash } from "node:crypto";

import type { Challenge } from "../../challenge.ts";
import type { Entry } from "../../entry.ts";
import { ANSWER_CODES } from "../../answer-codes.ts";
import { localTime } from "../kit/door-time.ts";
import { chargeFacts, hostDate, maskedPan, transactionIdOf, trxDate } from "./answer.ts";
import { mdOf, xidOf } from "./md.ts";

type Fields = Readonly<Record<string, string>>;

/** The texts of the results of authentication; the gate has others for its own refusals. */
const RESULTS: Readonly<Record<string, string>> = { "1": "Authenticated", "4": "Attempted" };

/** The fields that the authentication adds to the merchant's own. */
export function authenticationFields(challenge: Challenge, clientId: string): Fields {
  const { mdStatus = "0", eci = "", cavv = "" } = challenge.decision ?? {};
  const isProven = eci !== "";
  const { bin, lastFour } = challenge.card;
  const scheme = bin.startsWith("4") ? "1" : "2";
  return {
    mdStatus,
    mdErrorMsg: RESULTS[mdStatus] ?? "Not authenticated",
    md: mdOf(challenge, clientId),
    xid: xidOf(challenge),
    txstatus: mdStatus === "1" ? "Y" : "N",
    dsId: scheme,
    payResults_dsId: scheme,
    sID: scheme,
    MaskedPan: `${bin}***${lastFour}`,
    maskedCreditCard: maskedPan(challenge.card),
    PAResSyntaxOK: String(isProven),
    PAResVerified: String(isProven),
    version: "2.0",
    merchantID: clientId,
    merchantName: "TEST MAGAZASI",
    ACQBIN: "406456",
    clientIp: "127.0.0.1",
    digest: "digest",
    callbackCall: "true",
    cavvAlgorithm: "",
    iReqCode: "",
    iReqDetail: "",
    vendorCode: "",
    veresEnrolledStatus: "Y",
    TRANID: "",
    // The hash leaves this name and `NATIONALIDNO` out.
    encoding: "ISO-8859-9",
    ...secondVersion(challenge, mdStatus),
    ...(isProven ? { eci, cavv } : {}),
  };
}

/** The names that 3-D Secure 2 adds. */
function secondVersion({ id, openedAt }: Challenge, mdStatus: string): Fields {
  const { year, month, day, hour, minute } = localTime(openedAt);
  return {
    protocol: "3DS2.2.0",
    TDS2_transStatus: mdStatus === "1" ? "Y" : mdStatus === "4" ? "A" : "N",
    TDS2_authenticationType: "01",
    TDS2_authTimestamp: `${year}${month}${day}${hour}${minute}`,
    TDS2_dsTransID: uuidOf(`ds ${id}`),
    TDS2_acsTransID: uuidOf(`acs ${id}`),
    TDS2_threeDSServerTransID: uuidOf(`server ${id}`),
  };
}

function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return [0, 8, 12, 16, 20]
    .map((start, index, starts) => hex.slice(start, starts[index + 1] ?? 32))
    .join("-");
}

/** The fields of the charge in the models that charge before the customer is back. */
export function chargeFields(entry: Entry, clientId: string): Fields {
  const isApproved = entry.code === "00";
  const facts = Object.entries(chargeFacts(entry, clientId));
  return {
    Response: isApproved ? "Approved" : "Declined",
    ProcReturnCode: entry.code,
    ErrMsg: isApproved ? "" : ANSWER_CODES[entry.code],
    HostRefNum: entry.reference,
    TransId: transactionIdOf(entry),
    ReturnOid: entry.orderId,
    SettleId: "2287",
    acqStan: entry.reference.slice(-6),
    EXTRA_TRXDATE: trxDate(entry.bookedAt),
    EXTRA_HOSTDATE: hostDate(entry.bookedAt),
    ...Object.fromEntries(facts.map(([name, value]) => [`EXTRA_${name}`, value])),
    NATIONALIDNO: "",
    ...(isApproved ? { AuthCode: entry.authCode } : { ErrorCode: `ISO8583-${entry.code}` }),
  };
}
