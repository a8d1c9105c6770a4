import type { FaultOperation } from "../../faults.ts";
import { type DoorXml, field } from "../kit/door-xml.ts";
import { openGate, readPayment, refusedPage } from "./gate.ts";
import type { BoaMerchant } from "./merchants.ts";
import {
  type AskedReversal,
  chargePlain,
  type Counter,
  listed,
  listedBetween,
  provision,
  reversal,
} from "./purchase.ts";
import { listAnswer, refusal, resultOf } from "./xml-answer.ts";
import { askedPayment, mdOf, type XmlMessage } from "./xml-request.ts";

/** A message of either bank's XML: its fault name and its answer. */
export type XmlOperation = {
  readonly fault: FaultOperation;
  readonly isPage: boolean;
  readonly run: (counter: Counter, merchant: BoaMerchant, message: XmlMessage) => Promise<string>;
};

export const XML_OPERATIONS: Readonly<Record<string, XmlOperation>> = {
  ThreeDModelPayGate: {
    fault: "enroll",
    isPage: true,
    run: (counter, merchant, message) => openGate(counter, merchant, askedPayment(message, ["3"])),
  },
  ThreeDModelProvisionGate: {
    fault: "authorize",
    isPage: false,
    async run(counter, merchant, message) {
      const reference = field(message.fields, "MerchantOrderId");
      const minor = field(message.fields, "Amount");
      const asked = { reference, orderId: undefined, minor, md: mdOf(message) };
      return resultOf(counter, merchant, { reference, result: await provision(counter, asked) });
    },
  },
  Non3DPayGate: charging("sale"),
  // The bank spells these so.
  PreAuthorizaten: charging("preauth"),
  PreAuthorizatenClose: reversing("capture", "capture"),
  SaleReversal: reversing("cancel", "void"),
  PreAuthorizationReversal: reversing("cancel", "void"),
  DrawBack: reversing("refund", "refund"),
  PartialDrawBack: reversing("partial_refund", "refund"),
  PreAuthorizationDrawBack: reversing("refund", "refund"),
  SelectOrderByMerchantOrderId: {
    fault: "inquire",
    isPage: false,
    async run(counter, merchant, { fields }) {
      const reference = field(fields, "MerchantOrderId");
      const found = await listed(counter, reference);
      if (found === undefined) return refusal(merchant, reference, "NonResult");
      return listAnswer(reference, [found]);
    },
  },
  SelectOrder: {
    fault: "inquire",
    isPage: false,
    async run(counter, merchant, { fields }) {
      const [from, until] = [field(fields, "StartDate"), field(fields, "EndDate")];
      const rows = (await listedBetween(counter, { from, until })).filter((row) =>
        [
          ["ProvNumber", row.provisionNumber],
          ["OrderStatus", row.status],
          ["TranResult", row.isSuccessful ? "1" : "2"],
          ["OrderNo", row.orderId],
        ].every(([name = "", value]) => ["", value].includes(field(fields, name))),
      );
      const first = Number(field(fields, "LowerLimit"));
      const page = rows.slice(first, first + Number(field(fields, "UpperLimit")));
      return page.length === 0 ? refusal(merchant, "", "NonResult") : listAnswer("", page);
    },
  },
};

function charging(type: "sale" | "preauth"): XmlOperation {
  return {
    fault: "authorize",
    isPage: false,
    async run(counter, merchant, message) {
      const asked = askedPayment(message, ["1", "5"]);
      const payment = readPayment(asked);
      const result =
        typeof payment === "string"
          ? { code: payment }
          : await chargePlain(counter, { ...payment, order: { ...payment.order, type } });
      return resultOf(counter, merchant, { reference: asked.reference, result });
    },
  };
}

function reversing(type: AskedReversal["type"], fault: FaultOperation): XmlOperation {
  return {
    fault,
    isPage: false,
    async run(counter, merchant, { fields }) {
      const reference = field(fields, "MerchantOrderId");
      const [orderId, minor] = [field(fields, "OrderId"), field(fields, "Amount")];
      const result = await reversal(counter, { reference, orderId, type, minor });
      return resultOf(counter, merchant, { reference, result });
    },
  };
}

/** The answer to a message whose account or hash is wrong. */
export function refuse(
  operation: XmlOperation,
  {
    merchant,
    message: { dialect, fields },
    code,
  }: { merchant: BoaMerchant | undefined; message: XmlMessage; code: string },
): string {
  const reference = field(fields, "MerchantOrderId");
  if (operation.isPage && merchant !== undefined) {
    return refusedPage(merchant, { dialect, reference, failUrl: field(fields, "FailUrl") }, code);
  }
  return refusal(merchant, reference, code);
}

export function identityOf(fields: DoorXml) {
  return {
    merchantId: field(fields, "MerchantId"),
    customerId: field(fields, "CustomerId"),
    userName: field(fields, "UserName"),
  };
}
