import { describe, expect, it } from "vitest";
import { scriptedBank, scriptedInquiry } from "../../../test/support/scripted-line.ts";
import { money } from "../../kernel/money.ts";
import { Secret } from "../../kernel/secret.ts";
import { garanti } from "./adapter.ts";
import { hashAnswer, securityData } from "./signature.ts";

const PASSWORD = "123qweASD/";
const TERMINAL = "30691298";
const ORDER = "20221101EB13";

/** A row as the bank wrote it; in a refused one it names no day and the currency 0. */
function rowOf(type: string, code: "00" | "92"): string {
  const isBooked = code === "00";
  return (
    `<OrderTxn><Type>${type}</Type><Status>${isBooked ? "00" : "01"}</Status>` +
    "<PreAuthAmount>0</PreAuthAmount><AuthAmount>101</AuthAmount><PreAuthDate></PreAuthDate>" +
    `<AuthDate>${isBooked ? "20221101" : ""}</AuthDate><VoidDate></VoidDate>` +
    `<RetrefNum>${isBooked ? "230508300896" : "230508300913"}</RetrefNum>` +
    `<AuthCode>${isBooked ? "304919" : ""}</AuthCode><ReturnCode>${code}</ReturnCode>` +
    "<BatchNum>4951</BatchNum><RemainingBNSAmount>0</RemainingBNSAmount>" +
    "<UsedFBBAmount>0</UsedFBBAmount><UsedChequeType></UsedChequeType>" +
    "<UsedChequeCount>0</UsedChequeCount><UsedChequeAmount>0</UsedChequeAmount>" +
    `<CurrencyCode>${isBooked ? "949" : "0"}</CurrencyCode><Settlement>N</Settlement></OrderTxn>`
  );
}

function found(rows: string) {
  const signed = {
    code: "00",
    retrefNum: "",
    authCode: "",
    provDate: "20221101 16:11:30",
    orderId: ORDER,
  };
  const hash = hashAnswer(signed, securityData(new Secret(PASSWORD), TERMINAL));
  const text =
    `<GVPSResponse><Mode></Mode><Order><OrderID>${ORDER}</OrderID><GroupID></GroupID>` +
    `<OrderHistInqResult><OrderTxnList>${rows}</OrderTxnList></OrderHistInqResult></Order>` +
    "<Transaction><Response><Source>GVPS</Source><Code>00</Code><ReasonCode></ReasonCode>" +
    "<Message>Approved</Message><ErrorMsg></ErrorMsg><SysErrMsg></SysErrMsg></Response>" +
    "<RetrefNum></RetrefNum><AuthCode></AuthCode><ProvDate>20221101 16:11:30</ProvDate>" +
    `<HashData>${hash}</HashData></Transaction></GVPSResponse>`;
  const { acquirer } = scriptedBank({
    protocol: garanti,
    bank: "garanti",
    credentials: {
      merchant_id: "7000679",
      terminal_id: TERMINAL,
      store_key: "12345678",
      sale_password: PASSWORD,
      refund_password: PASSWORD,
    },
    answer: () => text,
  });
  return acquirer.inquire(scriptedInquiry({ reference: ORDER, amount: money(101n, "TRY") }));
}

describe("the recorded history of an order at Garanti", () => {
  it("approves the sale beside a refused refund", async () => {
    expect(await found(rowOf("sales", "00") + rowOf("refund", "92"))).toMatchObject({
      kind: "approved",
      bankReference: "230508300896",
      amount: money(101n, "TRY"),
    });
  });

  it("tells the sale beside a row of an unknown kind, unless the bank carried that out", async () => {
    const refused = await found(rowOf("sales", "00") + rowOf("bonusinq", "92"));
    expect(refused).toMatchObject({ kind: "approved", bankReference: "230508300896" });
    const booked = await found(rowOf("sales", "00") + rowOf("partialvoid", "00"));
    expect(booked).toMatchObject({ kind: "unknown" });
  });

  it("declines a sale that the gateway refused", async () => {
    expect(await found(rowOf("sales", "92"))).toMatchObject({ kind: "declined", bankCode: "92" });
  });
});
