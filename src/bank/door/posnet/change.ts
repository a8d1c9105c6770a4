import type { Entry, ModificationType } from "../../entry.ts";
import { changeOrder } from "../kit/door-changes.ts";
import { type Door, type DoorCaller, findEntry } from "../kit/door.ts";
import { type DoorXml, field } from "../kit/door-xml.ts";
import { hostLogKeyOf, refusedChange } from "../kit/posnet-family.ts";
import { hostResult, refusal, type Result } from "./answer.ts";
import { fullOrderId, installmentsOf, moneyOf, referenceOf } from "./order.ts";

type Found = { readonly named: Entry; readonly original: Entry };

/** `capt`: captures a hold in the same installments. */
export async function capture(door: Door, caller: DoorCaller, message: DoorXml): Promise<Result> {
  const found = await findNamed(door, caller, message);
  if (found === undefined) return refusal("0123", "ORJINAL KAYIT BULUNAMADI");
  const installments = installmentsOf(field(message, "installment"));
  if (installments === undefined) return refusal("0140", "PAKET HATALI (INSTALLMENT)");
  const held = found.original.installments;
  if (installments > held || (held > 1 && installments === 1)) {
    return refusal("0229", "GECERSIZ ISLEM");
  }
  return change(door, caller, { found, type: "capture", message });
}

/** `reverse`: cancels a sale or hold before the day end. */
export async function reverse(door: Door, caller: DoorCaller, message: DoorXml): Promise<Result> {
  const found = await findNamed(door, caller, message);
  const transaction = field(message, "transaction");
  const type = transaction === "sale" ? "sale" : transaction === "auth" ? "preauth" : undefined;
  if (found === undefined || found.named.type !== type) {
    return refusal("0123", "ORJINAL KAYIT BULUNAMADI");
  }
  if (type === "preauth" && found.original.capturedMinor > 0n) {
    return refusal("0788", "FINANSALLASTIRMA VAR");
  }
  return change(door, caller, { found, type: "void", message });
}

/** `return`: refunds a sale or a captured hold, on any day. */
export async function giveBack(door: Door, caller: DoorCaller, message: DoorXml): Promise<Result> {
  const found = await findNamed(door, caller, message);
  if (found === undefined) return refusal("0123", "ORJINAL KAYIT BULUNAMADI");
  return change(door, caller, { found, type: "refund", message });
}

type Changing = {
  readonly found: Found;
  readonly type: ModificationType;
  readonly message: DoorXml;
};

async function change(
  door: Door,
  caller: DoorCaller,
  { found, type, message }: Changing,
): Promise<Result> {
  const reference = found.original.requestId;
  const amount = moneyOf(message);
  if (type !== "void" && amount === undefined) return refusal("0137", "PAKET HATALI (AMOUNT)");
  const asked = type === "void" || amount === undefined ? {} : { amount };
  const changed = await changeOrder(door, caller, {
    change: { reference, type, ...asked },
    rules: { refundBeforeDayEnd: "all" },
  });
  return changed.kind === "done"
    ? hostResult(changed.entry)
    : refusal(...refusedChange(changed.refusal));
}

/** The booking that a message names by its host key or its order id, and its authorization. */
async function findNamed(
  door: Door,
  caller: DoorCaller,
  message: DoorXml,
): Promise<Found | undefined> {
  const key = field(message, "hostLogKey");
  const orderId = fullOrderId(caller.terminal, field(message, "orderID"));
  const named =
    key === ""
      ? await findEntry(door, caller, referenceOf(orderId ?? ""))
      : (await door.deps.book.list(caller.terminal)).find((entry) => hostLogKeyOf(entry) === key);
  if (named === undefined) return undefined;
  const original =
    named.originalRequestId === undefined
      ? named
      : await findEntry(door, caller, named.originalRequestId);
  return original === undefined ? undefined : { named, original };
}
