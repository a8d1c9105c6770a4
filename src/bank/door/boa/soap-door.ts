import type { FaultOperation } from "../../faults.ts";
import {
  type DoorContent,
  type DoorXml,
  field,
  readDoorXml,
  writeDoorXml,
} from "../kit/door-xml.ts";
import { CURRENCIES } from "../../../kernel/currency.ts";
import { textOfCode } from "./codes.ts";
import {
  type AskedReversal,
  type Counter,
  listed,
  orderNumber,
  referenceOfOrder,
  type Result,
  reversal,
} from "./purchase.ts";
import { isoTime, rowOf } from "./xml-answer.ts";

type Run = (counter: Counter, request: DoorXml) => Promise<DoorContent>;

/** An operation of Kuveyt Türk's older service: its fault name and the content of its `Value`. */
export type SoapOperation = { readonly fault: FaultOperation; readonly run: Run };

export const SOAP_OPERATIONS: Readonly<Record<string, SoapOperation>> = {
  SaleReversal: { fault: "void", run: reversing("cancel") },
  DrawBack: { fault: "refund", run: reversing("refund") },
  PartialDrawback: { fault: "refund", run: reversing("partial_refund") },
  GetMerchantOrderDetail: {
    fault: "inquire",
    async run(counter, request) {
      const reference = await referenceAt(counter, request);
      const found = await listed(counter, reference);
      return found === undefined ? "" : [["OrderContract", rowOf(found)]];
    },
  },
};

export type SoapCall = { readonly name: string; readonly request: DoorXml };

/** The one operation in the body of an envelope, with its `request`. */
export function readSoapCall(body: unknown): SoapCall | undefined {
  const text = Buffer.isBuffer(body) ? body.toString("utf8") : "";
  const found = readDoorXml(text, "Envelope")?.["Body"];
  const [named] = typeof found === "object" ? Object.entries(found) : [];
  if (named === undefined || typeof named[1] === "string") return undefined;
  const { request } = named[1];
  return typeof request === "object" ? { name: named[0], request } : undefined;
}

/** The message of an account inside a request, which its hash covers. */
export function messageOf({ request }: SoapCall): DoorXml {
  const message = request["VPosMessage"];
  return typeof message === "object" ? message : {};
}

/** An operation's answer; a refusal names its code also in `Results`. */
export function soapAnswer(name: string, value: DoorContent, code = "00"): string {
  const isGood = code === "00";
  const results: DoorContent = isGood
    ? ""
    : [
        [
          "Result",
          Object.entries({
            ErrorMessage: textOfCode(code),
            ErrorCode: code,
            IsFriendly: "true",
            Severity: "Error",
          }),
        ],
      ];
  const result: DoorContent = [
    ["Results", results],
    ["Success", String(isGood)],
    ["Value", value],
  ];
  return envelope(writeDoorXml(`${name}Response`, [[`${name}Result`, result]]));
}

/** The service's answer to a message that it can't read. */
export function soapFault(): string {
  const words = { faultcode: "s:Client", faultstring: "The message could not be processed." };
  return envelope(writeDoorXml("s:Fault", Object.entries(words)));
}

function envelope(body: string): string {
  const space = "http://schemas.xmlsoap.org/soap/envelope/";
  return `<s:Envelope xmlns:s="${space}"><s:Body>${body}</s:Body></s:Envelope>`;
}

function reversing(type: AskedReversal["type"]): Run {
  return async (counter, request) => {
    const reference = await referenceAt(counter, request);
    const [orderId, minor] = [field(request, "OrderId"), field(request, "Amount")];
    return contentOf(
      counter,
      reference,
      await reversal(counter, { reference, orderId, type, minor }),
    );
  };
}

/** The bank's number of a purchase counts before the merchant's, which is no key here. */
async function referenceAt(counter: Counter, request: DoorXml): Promise<string> {
  const orderId = field(request, "OrderId");
  const named = field(request, "VPosMessage", "MerchantOrderId");
  return (await referenceOfOrder(counter, orderId)) ?? named;
}

function contentOf({ caller }: Counter, reference: string, { code, entry }: Result): DoorContent {
  const isGood = entry !== undefined && code === "00";
  return Object.entries({
    IsEnrolled: "false",
    IsVirtual: "false",
    ProvisionNumber: isGood ? entry.authCode : "",
    RRN: isGood ? entry.reference : "",
    Stan: isGood ? entry.reference.slice(-6) : "",
    ResponseCode: code,
    ResponseMessage: textOfCode(code),
    OrderId: isGood ? orderNumber(caller.terminal, reference) : "0",
    TransactionTime: isGood ? isoTime(entry.bookedAt) : "0001-01-01T00:00:00",
    MerchantOrderId: reference,
    CurrencyCode: isGood ? `0${CURRENCIES[entry.amount.currency].numeric}` : "",
    BusinessKey: "0",
  });
}
