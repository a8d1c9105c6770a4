import type { ModificationType } from "../../entry.ts";
import { type ChangeRefusal, changeOrder, changesOf } from "../kit/door-changes.ts";
import {
  chargeCard,
  chargeChallenged,
  type Charged,
  type Door,
  type DoorCaller,
  type DoorOrder,
  findEntry,
} from "../kit/door.ts";
import { field, type DoorXml } from "../kit/door-xml.ts";
import { cardsOf } from "./cards.ts";
import { gatewayRefusal, hostRefusal, hostResult, type Result } from "./answer.ts";
import { secure3dOf } from "./return.ts";
import { historyOf, orderOf } from "./inquiry.ts";
import { listOf } from "./list.ts";
import type { GarantiRequest } from "./request.ts";

/**
 * The code for an order that exists already. The bank has one, but no public source names its
 * value.
 */
const DUPLICATE_ORDER = "0213";

/** The mdStatus values after which the bank charges; the risk of 2 to 4 is the merchant's. */
const CHARGED_MD_STATUS = ["1", "2", "3", "4"];

const CHANGES: Readonly<Record<string, ModificationType>> = {
  postauth: "capture",
  void: "void",
  refund: "refund",
};

export async function perform(
  door: Door,
  caller: DoorCaller,
  request: GarantiRequest,
): Promise<Result> {
  const change = CHANGES[request.type];
  if (change !== undefined) return modify(door, caller, { request, type: change });
  switch (request.type) {
    case "sales":
    case "preauth":
      return charge(door, caller, request);
    case "orderinq":
      return orderOf(door, caller, request.orderId);
    case "orderlistinq":
      return listOf(door, caller, request.span);
    case "bininq":
      return cardsOf();
    case "orderhistoryinq":
      return historyOf(door, caller, request.orderId);
    default:
      return gatewayRefusal("0002", "Transaction.Type hatali");
  }
}

async function charge(door: Door, caller: DoorCaller, request: GarantiRequest): Promise<Result> {
  const order: DoorOrder = {
    reference: request.orderId,
    type: request.type === "sales" ? "sale" : "preauth",
    amount: request.amount,
    installments: request.installments,
  };
  const charged = await chargeBy(door, caller, { request, order });
  switch (charged?.kind) {
    case "booked":
      return hostResult(charged.entry);
    case "duplicate":
      return gatewayRefusal(DUPLICATE_ORDER, "Siparis numarasi daha once kullanilmis");
    case "no_challenge":
      return hostRefusal("05", "3D dogrulama bilgileri hatali");
    default:
      return gatewayRefusal("0002", "Card.Number zorunlu");
  }
}

async function chargeBy(
  door: Door,
  caller: DoorCaller,
  { request, order }: { readonly request: GarantiRequest; readonly order: DoorOrder },
): Promise<Charged | undefined> {
  const { card, secure3d } = request;
  if (secure3d === undefined) {
    return card === undefined ? undefined : chargeCard(door, caller, { order, card });
  }
  const challenge = await door.deps.book.findChallenge(idOf(secure3d));
  const isGenuine = challenge !== undefined && hasProof(secure3d, secure3dOf(challenge));
  const proven = isGenuine ? challenge : undefined;
  return chargeChallenged(door, caller, { order, challenge: proven, accepted: CHARGED_MD_STATUS });
}

/** The challenge's id is inside `Md`. */
function idOf(secure3d: DoorXml): string {
  return Buffer.from(field(secure3d, "Md"), "base64")
    .toString("latin1")
    .replace(/^index:/, "");
}

function hasProof(secure3d: DoorXml, expected: ReturnType<typeof secure3dOf>): boolean {
  return (
    field(secure3d, "AuthenticationCode") === expected.cavv &&
    field(secure3d, "SecurityLevel") === expected.eci &&
    field(secure3d, "TxnID") === expected.xid
  );
}

type Modification = { readonly request: GarantiRequest; readonly type: ModificationType };

async function modify(
  door: Door,
  caller: DoorCaller,
  { request, type }: Modification,
): Promise<Result> {
  const { orderId, originalRetrefNum, amount } = request;
  const original = await findEntry(door, caller, orderId);
  if (original === undefined) return gatewayRefusal("0110", "Islem bulunamadi");
  const earlier = [original, ...(await changesOf(door, caller, original))];
  // The bank's own samples capture and refund the one charge of an order without naming it.
  const isNamed = originalRetrefNum !== "" || type === "void";
  if (isNamed && !earlier.some(({ reference }) => reference === originalRetrefNum)) {
    return gatewayRefusal("0110", "OriginalRetrefNum bulunamadi");
  }
  const changed = await changeOrder(door, caller, {
    // A void is for the whole amount, whatever its message says.
    change: { reference: orderId, type, ...(type === "void" ? {} : { amount }) },
    rules: { refundBeforeDayEnd: "partial" },
  });
  return changed.kind === "done"
    ? hostResult(changed.entry)
    : refusalOf(changed.refusal, type === "refund");
}

function refusalOf(refusal: ChangeRefusal, isRefund: boolean): Result {
  switch (refusal) {
    case "not_found":
      return gatewayRefusal("0110", "Islem bulunamadi");
    case "too_much":
    case "nothing_left":
    case "other_currency":
      return hostRefusal("13", "RPC-13 condition was raised");
    case "settled":
      return hostRefusal("05", "RPC-05 condition was raised");
    case "refused":
      return hostRefusal("57", "RPC-57 condition was raised");
    default:
      return isRefund
        ? gatewayRefusal("0208", "Iade edilecek islem uygun degil")
        : hostRefusal("12", "RPC-12 condition was raised");
  }
}
