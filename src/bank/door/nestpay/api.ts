import { DAY } from "../../../kernel/clock.ts";
import type { FaultOperation } from "../../faults.ts";
import type { DoorAnswer } from "../kit/door-answer.ts";
import {
  chargeCard,
  chargeChallenged,
  type Charged,
  type Door,
  type DoorCaller,
  type DoorOrder,
  findEntry,
} from "../kit/door.ts";
import { type ChangeRefusal, changeOrder } from "../kit/door-changes.ts";
import { type DoorXml, field } from "../kit/door-xml.ts";
import { readAmount } from "./amount.ts";
import { booked, gatewayError, hostDecline, transactionIdOf } from "./answer.ts";
import { textOf } from "./texts.ts";
import { challengeOfMd } from "./md.ts";
import { orderHistory, orderStatus } from "./order-state.ts";

/** One message of the XML interface at a terminal whose credentials were right. */
export type Call = {
  readonly door: Door;
  readonly caller: DoorCaller;
  readonly message: DoorXml;
};

/** The gateway takes captures for 15 days after the preauthorization. */
const CAPTURE_DAYS = 15;

/** The operation that a message asks for, as faults name it. */
export function operationOf(message: DoorXml): FaultOperation {
  switch (field(message, "Type")) {
    case "PostAuth":
      return "capture";
    case "Void":
      return "void";
    case "Credit":
      return "refund";
    case "":
      return "inquire";
    default:
      return "authorize";
  }
}

export function perform(call: Call): Promise<DoorAnswer> {
  const { door, caller, message } = call;
  const orderId = field(message, "OrderId");
  switch (field(message, "Type")) {
    case "Auth":
      return authorize(call, "sale");
    case "PreAuth":
      return authorize(call, "preauth");
    case "PostAuth":
      return capture(call);
    case "Void":
      return change(call, "void");
    case "Credit":
      return change(call, "refund");
    case "":
      if (field(message, "Extra", "ORDERSTATUS") === "QUERY") {
        return orderStatus(door, caller, orderId);
      }
      if (field(message, "Extra", "ORDERHISTORY") === "QUERY") {
        return orderHistory(door, caller, orderId);
      }
      return refused("CORE-2003");
    default:
      return refused("CORE-2001");
  }
}

async function authorize(call: Call, type: DoorOrder["type"]): Promise<DoorAnswer> {
  const { message } = call;
  const order = readOrder(message, type);
  if (typeof order === "string") return refused(order);
  const mode = field(message, "Mode");
  if (mode !== "" && mode !== "P" && mode !== "T") return refused("CORE-1006");
  const ip = field(message, "IPAddress");
  if (ip !== "" && !/^\d{1,3}(\.\d{1,3}){3}$/.test(ip)) return refused("CORE-1022");
  const isChallenged = field(message, "Number").includes(":");
  return isChallenged ? authorizeChallenged(call, order) : authorizeCard(call, order);
}

function readOrder(message: DoorXml, type: DoorOrder["type"]): DoorOrder | string {
  const reference = field(message, "OrderId");
  if (reference.length > 64) return "CORE-1015";
  if (!/^[A-Za-z0-9_-]+$/.test(reference)) return "CORE-2301";
  const amount = readAmount(field(message, "Total"), field(message, "Currency"));
  if (typeof amount === "string") return amount;
  const taksit = field(message, "Taksit");
  if (taksit !== "" && !/^[1-9]\d?$/.test(taksit)) return "CORE-1023";
  const installments = taksit === "" ? 1 : Number(taksit);
  if (installments > 1 && amount.currency !== "TRY") return "CORE-2124";
  return { reference, type, amount, installments };
}

async function authorizeCard(call: Call, order: DoorOrder): Promise<DoorAnswer> {
  const { door, caller, message } = call;
  const number = field(message, "Number");
  if (number === "") return refused("CORE-2015");
  const [, month = "", year = ""] = /^(\d\d)\/(\d\d|\d{4})$/.exec(field(message, "Expires")) ?? [];
  if (!/^(0[1-9]|1[0-2])$/.test(month)) return refused("CORE-2011");
  const card = {
    number,
    expiry_month: Number(month),
    expiry_year: year.length === 2 ? 2_000 + Number(year) : Number(year),
    cvc: field(message, "Cvv2Val"),
    holder: "",
  };
  if (card.cvc === "") return refused("CORE-2208");
  if (!/^\d{12,19}$/.test(number)) return refused("CORE-2012");
  return chargedAnswer(order, await chargeCard(door, caller, { order, card }));
}

/** The charge after 3-D Secure: `Number` is the `md` of the return. */
async function authorizeChallenged(call: Call, order: DoorOrder): Promise<DoorAnswer> {
  const { door, caller, message } = call;
  const challenge = await challengeOfMd(door, field(message, "Number"));
  const proof = challenge?.decision;
  const isSame =
    proof !== undefined &&
    field(message, "PayerSecurityLevel") === proof.eci &&
    field(message, "PayerAuthenticationCode") === proof.cavv &&
    field(message, "PayerTxnId") !== "";
  if (!isSame) return refused("CORE-2121");
  const accepted = ["1", "2", "3", "4"];
  const charged = await chargeChallenged(door, caller, { order, challenge, accepted });
  const isUsed = charged.kind === "duplicate" && charged.entry.challengeId === challenge?.id;
  return isUsed ? refused("CORE-2127") : chargedAnswer(order, charged);
}

function chargedAnswer({ reference }: DoorOrder, charged: Charged): Promise<DoorAnswer> {
  if (charged.kind === "no_challenge") return refused("CORE-2121");
  const { entry } = charged;
  if (charged.kind === "booked") return Promise.resolve(booked(entry, reference, true));
  return entry.state === "approved" ? refused("CORE-2507") : refused("CORE-2302");
}

async function capture(call: Call): Promise<DoorAnswer> {
  const { door, caller, message } = call;
  const original = await findEntry(door, caller, field(message, "OrderId"));
  if (original !== undefined && caller.now > original.bookedAt + CAPTURE_DAYS * DAY) {
    return refused("CORE-2513");
  }
  if (original?.type === "sale") return refused("CORE-2509");
  return change(call, "capture");
}

const REFUSALS: Readonly<
  Record<"capture" | "void" | "refund", Readonly<Record<ChangeRefusal, string>>>
> = {
  capture: refusals("CORE-2115", {
    not_held: "CORE-2506",
    too_much: "CORE-2505",
    other_currency: "CORE-2119",
  }),
  void: refusals("CORE-2008", { not_approved: "CORE-2120", settled: "CORE-2511" }),
  refund: refusals("CORE-2117", {
    voided: "CORE-2122",
    other_currency: "CORE-2119",
    too_much: "CORE-2503",
    nothing_left: "CORE-2504",
    not_settled: "CORE-2508",
  }),
};

async function change(call: Call, type: "capture" | "void" | "refund"): Promise<DoorAnswer> {
  const { door, caller, message } = call;
  const reference = await orderOf(call);
  if (reference === "") return refused("CORE-2002");
  const total = field(message, "Total");
  // The gateway takes a capture or refund without a currency as one in lira.
  const currency = field(message, "Currency") === "" ? "949" : field(message, "Currency");
  const amount = total === "" ? undefined : readAmount(total, currency);
  if (typeof amount === "string") return refused(amount);
  const changed = await changeOrder(door, caller, {
    change: { reference, type, ...(amount === undefined || type === "void" ? {} : { amount }) },
    rules: { refundBeforeDayEnd: "none" },
  });
  if (changed.kind === "done") return booked(changed.entry, reference, false);
  if (changed.refusal === "refused") return hostDecline(reference, "57");
  return refused(REFUSALS[type][changed.refusal]);
}

/** The order that a change names by itself, or by the TransId of one of its transactions. */
async function orderOf({ door, caller, message }: Call): Promise<string> {
  const [orderId, transactionId] = [field(message, "OrderId"), field(message, "TransId")];
  if (orderId !== "" || transactionId === "") return orderId;
  const entries = await door.deps.book.list(caller.terminal);
  const named = entries.find((entry) => transactionIdOf(entry) === transactionId);
  return named?.originalRequestId ?? named?.requestId ?? transactionId;
}

function refusals(
  otherwise: string,
  codes: Partial<Record<ChangeRefusal, string>>,
): Readonly<Record<ChangeRefusal, string>> {
  return {
    not_found: otherwise,
    not_approved: otherwise,
    voided: otherwise,
    not_held: otherwise,
    not_captured: otherwise,
    other_currency: otherwise,
    too_much: otherwise,
    nothing_left: otherwise,
    settled: otherwise,
    not_settled: otherwise,
    refused: otherwise,
    duplicate: otherwise,
    ...codes,
  };
}

function refused(code: string): Promise<DoorAnswer> {
  return Promise.resolve(gatewayError(code, textOf(code)));
}
