import { createHash } from "node:crypto";

import type { Challenge } from "../../challenge.ts";
import type { Entry } from "../../entry.ts";
import { dateTime, decimalOf, hostWords, messageOf, numbers, type RefusalCode } from "./answers.ts";
import { signReturn } from "./signature.ts";
import { TERMINAL } from "./terminal.ts";

type Values = Readonly<Record<string, string>>;

type Proof = {
  readonly secureId: string;
  readonly secureEcomInd: string;
  readonly secureData: string;
  readonly secureMd: string;
};

const { merchantSafeId, terminalSafeId, secretKey } = TERMINAL;

/** The proof of a passed challenge: the same values at every reload of the return. */
function proofOf(challenge: Challenge): Proof {
  return {
    secureId: createHash("sha1").update(challenge.id).digest("base64"),
    secureEcomInd: challenge.decision?.eci ?? "",
    secureData: challenge.decision?.cavv ?? "",
    secureMd: createHash("sha256").update(challenge.id).digest("hex").toUpperCase(),
  };
}

export function isProofOf(given: Proof | undefined, challenge: Challenge): boolean {
  if (given === undefined || challenge.decision === undefined) return false;
  const proof = proofOf(challenge);
  return (
    given.secureId === proof.secureId &&
    given.secureEcomInd === proof.secureEcomInd &&
    given.secureData === proof.secureData &&
    given.secureMd === proof.secureMd
  );
}

/** The return of a passed challenge of the model `3D`, with the fields of 2026. */
export function passedReturn(challenge: Challenge, urls: Values): Values {
  const { secureId, secureEcomInd, secureData, secureMd } = proofOf(challenge);
  return signReturn(secretKey, {
    txnCode: "3001",
    responseCode: "VPS-0000",
    responseMessage: "BAŞARILI",
    txnDateTime: dateTime(challenge.decision?.at ?? challenge.openedAt),
    merchantSafeId,
    terminalSafeId,
    orderId: challenge.requestId,
    secureId,
    secureEcomInd,
    mdStatus: challenge.decision?.mdStatus ?? "",
    secureData,
    secureMd,
    maskedCardNumber: `${challenge.card.bin}******${challenge.card.lastFour}`,
    amount: decimalOf(challenge.amount),
    installCount: String(challenge.installments),
    okUrl: urls["okUrl"] ?? "",
    failUrl: urls["failUrl"] ?? "",
  });
}

export function failedReturn(orderId: string, code: RefusalCode): Values {
  const values = { responseCode: code, responseMessage: messageOf(code), orderId };
  return { txnCode: "", ...signReturn(secretKey, values) };
}

/** The return of the model `3D_PAY`: the charge's result, without its amount. */
export function chargedReturn(entry: Entry): Values {
  const { authCode, rrn } = numbers(entry);
  const { responseCode, responseMessage, hostResponseCode, hostMessage } = hostWords(entry);
  return signReturn(secretKey, {
    txnCode: entry.type === "sale" ? "1000" : "1004",
    responseCode,
    responseMessage,
    hostResponseCode,
    hostMessage,
    txnDateTime: dateTime(entry.bookedAt),
    merchantSafeId,
    terminalSafeId,
    orderId: entry.requestId,
    cardHolderName: "",
    authCode,
    rrn,
    batchNumber: "1",
    stan: "1",
    additionalInstallCount: "0",
    deferingMonth: "0",
  });
}
