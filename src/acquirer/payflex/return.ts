import type { DeclineReason } from "../../domain/payment/decline.ts";
import type {
  AcquirerState,
  ReturnFields,
  ReturnOutcome,
  ReturnRequest,
} from "../../domain/payment/acquirer.ts";
import { currencyNumber, decimalAmount, minorAmount } from "../kit/amounts.ts";
import { bankText } from "../kit/bank-text.ts";
import { isSameText } from "../kit/constant-time.ts";
import { packState, unpackState } from "../kit/state.ts";
import type { Channel } from "./channel.ts";
import type { PayflexProof } from "./request.ts";
import { returnHash, sessionInfo } from "./signature.ts";

/** `mdStatus` of the other protocols for each status of this one. */
const MD_STATUS: Readonly<Record<string, string>> = { Y: "1", A: "4", N: "0", U: "5", E: "6" };

/** The electronic commerce indicators of a full and of an attempted authentication. */
const ECI: Readonly<Record<string, readonly string[]>> = { Y: ["05", "02"], A: ["06", "01"] };

const REASONS: Readonly<Record<string, DeclineReason>> = {
  U: "three_d_secure_unavailable",
  E: "three_d_secure_unavailable",
};

type Expecting = Pick<Channel, "terminal" | "connection">;

/**
 * Reads what the browser brought back. The return is no proof, with or without a hash: the bank
 * compares indicator and value (`ECI`, `CAVV`) with its own record of our reference before it
 * charges, and takes card and amount from that record.
 */
export function readReturn(channel: Expecting, request: ReturnRequest): ReturnOutcome {
  const { acceptedMdStatus } = channel.connection;
  const { fields, reference } = request;
  const status = fields["Status"] ?? "";
  const ownStatus = MD_STATUS[status];
  if (!isForUs(channel, request) || ownStatus === undefined) return { kind: "forged" };
  const mdStatus = fields["MdStatus"] ?? ownStatus;
  const eci = fields["Eci"] ?? "";
  const cavv = fields["Cavv"] ?? "";
  const isPassed =
    acceptedMdStatus.includes(mdStatus) &&
    acceptedMdStatus.includes(ownStatus) &&
    ECI[status]?.includes(eci) === true &&
    /^[A-Za-z0-9+/=_-]{1,64}$/.test(cavv);
  if (isPassed) {
    const state = packState({ enrolment: reference, eci, cavv });
    const doubt = hashDoubt(channel, fields);
    return { kind: "authenticated", proof: { mdStatus, eci, state }, doubt };
  }
  return {
    kind: "not_authenticated",
    reason: REASONS[status] ?? "three_d_secure_failed",
    mdStatus: mdStatus.slice(0, 8),
    bankMessage: bankText(fields["ErrorMessage"]),
  };
}

/** Returns the values for the charge, or undefined for a state that no passed return made. */
export function readProof(state: AcquirerState): PayflexProof | undefined {
  const { eci, cavv } = unpackState(state) ?? {};
  return eci === undefined || cavv === undefined ? undefined : { eci, cavv };
}

function isForUs({ terminal }: Expecting, request: ReturnRequest): boolean {
  const { fields, reference, amount, installmentCount } = request;
  const session = sessionInfo(terminal.mpiPassword, reference);
  const isUsual = (name: string, ...values: readonly string[]) => {
    const value = fields[name];
    return value === undefined || values.includes(value);
  };
  return (
    request.method === "POST" &&
    fields["VerifyEnrollmentRequestId"] === reference &&
    isUsual("MerchantId", terminal.merchantId) &&
    isUsual("PurchAmount", decimalAmount(amount), minorAmount(amount)) &&
    isUsual("PurchCurrency", currencyNumber(amount.currency)) &&
    isUsual("InstallmentCount", "", String(installmentCount), ...singleCharge(installmentCount)) &&
    isSameText(fields["SessionInfo"] ?? session, session)
  );
}

/**
 * Compares the hash of a return. Its formula is known from damaged copies of the bank's guide only,
 * and older installations send none, so a difference is reported and refuses nothing.
 */
function hashDoubt({ terminal }: Expecting, fields: ReturnFields): string | undefined {
  const { Hash: hash } = fields;
  if (hash === undefined) return undefined;
  return isSameText(hash, returnHash(fields, terminal.mpiPassword)) ? undefined : "hash_differs";
}

function singleCharge(installmentCount: number): readonly string[] {
  return installmentCount === 1 ? ["0"] : [];
}
