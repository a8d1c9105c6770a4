import { describe, expect, it } from "vitest";

import { damagedText, newDice } from "../../../test/support/damaged-text.ts";
import type { FinalOutcome } from "../../domain/payment/acquirer.ts";
import { type About, readAnswer, readHistory, readOutcome } from "./answer.ts";
import { hashAnswer } from "./signature.ts";

const SECURITY = "1639636D00AB5EF0B3CE073BB222BFAAC2C2C38D";
const ORDER = "0abcdefghjkmnpqrstvw";
const ABOUT: About = { about: "authorization", orderId: ORDER, step: "sale" };

type Words = {
  readonly source?: string;
  readonly code?: string;
  readonly reasonCode?: string;
  readonly detail?: string;
  readonly orderId?: string;
  readonly hash?: string;
  readonly found?: string;
};

/** An answer in the bank's form, signed unless `hash` says otherwise. */
function answerText(words: Words = {}): string {
  const { source = "HOST", code = "00", reasonCode = code, detail = "" } = words;
  const { orderId = ORDER, found = "" } = words;
  const isHost = source === "HOST";
  const signed = {
    code,
    retrefNum: isHost ? "407000985165" : "",
    authCode: code === "00" && isHost ? "304919" : "",
    provDate: "20240310 14:05:08",
    orderId,
  };
  const { hash = hashAnswer(signed, SECURITY) } = words;
  return (
    `<GVPSResponse><Mode></Mode><Order><OrderID>${orderId}</OrderID><GroupID></GroupID>${found}` +
    `</Order><Transaction><Response><Source>${source}</Source><Code>${code}</Code>` +
    `<ReasonCode>${reasonCode}</ReasonCode>` +
    `<Message>${code === "00" ? "Approved" : "Declined"}</Message><ErrorMsg></ErrorMsg>` +
    `<SysErrMsg>${detail}</SysErrMsg></Response><RetrefNum>${signed.retrefNum}</RetrefNum>` +
    `<AuthCode>${signed.authCode}</AuthCode><ProvDate>${signed.provDate}</ProvDate>` +
    `<HashData>${hash}</HashData></Transaction></GVPSResponse>`
  );
}

function outcomeOf(text: string): FinalOutcome | undefined {
  const answer = readAnswer(text, { orderId: ORDER, securities: [SECURITY] });
  return answer === undefined ? undefined : readOutcome(answer, ABOUT);
}

describe("an answer of Garanti", () => {
  it("is approved with its signature, its order and its numbers", () => {
    expect(outcomeOf(answerText())).toMatchObject({
      kind: "approved",
      bankReference: "407000985165",
      authCode: "304919",
      bookedAt: Date.UTC(2024, 2, 10, 11, 5, 8),
    });
  });

  it.each<Words>([{ hash: "" }, { hash: "00" }, { orderId: "0another" }, { reasonCode: "01" }])(
    "approves nothing with %o",
    (words) => {
      expect(outcomeOf(answerText(words))).toMatchObject({ kind: "unknown" });
    },
  );

  it.each([
    ["51", "", { kind: "declined", reason: "insufficient_balance" }],
    ["12", "CVC2/4CSC HATALI", { kind: "declined", reason: "invalid_cvc" }],
    ["91", "", { kind: "unknown" }],
    ["96", "", { kind: "unknown" }],
  ] as const)("of the host with code %s and %j is %o", (code, detail, outcome) => {
    expect(outcomeOf(answerText({ code, detail }))).toMatchObject(outcome);
  });

  it.each([
    ["0002", { kind: "declined", reason: "general_error" }],
    ["0752", { kind: "declined", retry: "same_request" }],
    ["0777", { kind: "declined", duplicateReference: true }],
    ["9999", { kind: "unknown" }],
  ] as const)("of the gateway with reason %s is %o", (reasonCode, outcome) => {
    const text = answerText({ source: "GVPS", code: "92", reasonCode });
    expect(outcomeOf(text)).toMatchObject(outcome);
  });

  it("may be unsigned only where it refuses the credentials of its signature", () => {
    const refusal = (reasonCode: string) =>
      outcomeOf(answerText({ source: "GVPS", code: "92", reasonCode, hash: "" }));
    expect(refusal("0651")).toMatchObject({ kind: "declined" });
    expect(refusal("0208")).toMatchObject({ kind: "unknown" });
    expect(refusal("0777")).toMatchObject({ kind: "unknown" });
  });

  it("that is damaged is not approved with other numbers", () => {
    const roll = newDice(1);
    const genuine = outcomeOf(answerText());
    for (let round = 0; round < 5_000; round += 1) {
      const outcome = outcomeOf(damagedText(answerText(), roll));
      if (outcome?.kind === "approved") {
        expect({ ...outcome, bookedAt: 0 }).toEqual({ ...genuine, bookedAt: 0 });
      }
    }
  });

  it.each(["51", "05", "96"])("that is damaged never approves a decline with %s", (code) => {
    const roll = newDice(2);
    for (let round = 0; round < 2_000; round += 1) {
      expect(outcomeOf(damagedText(answerText({ code }), roll))?.kind).not.toBe("approved");
    }
  });
});

const ROW =
  "<OrderTxn><Type>sales</Type><Status>00</Status><PreAuthAmount>0</PreAuthAmount>" +
  "<AuthAmount>12550</AuthAmount><VoidDate></VoidDate><RetrefNum>407000985165</RetrefNum>" +
  "<AuthCode>304919</AuthCode><ReturnCode>00</ReturnCode><CurrencyCode>949</CurrencyCode>" +
  "</OrderTxn>";

function stepsOf(rows: string) {
  const list = `<OrderTxnList>${rows}</OrderTxnList>`;
  const found = `<OrderHistInqResult>${list}</OrderHistInqResult>`;
  const text = answerText({ source: "GVPS", found });
  const answer = readAnswer(text, { orderId: ORDER, securities: [SECURITY] });
  return answer === undefined ? undefined : readHistory(answer, ORDER);
}

describe("the history of an order at Garanti", () => {
  it("has one row or several", () => {
    expect(stepsOf(ROW)).toHaveLength(1);
    expect(stepsOf(ROW + ROW.replace("sales", "refund"))).toMatchObject([
      { kind: "sale", isBooked: true, amount: { minor: 12_550n, currency: "TRY" } },
      { kind: "refund" },
    ]);
  });

  it.each([
    ["no rows", ""],
    ["an unknown type", ROW.replace("sales", "wallet")],
    ["an unknown status", ROW.replace("<Status>00", "<Status>02")],
    ["an amount in lira", ROW.replace("12550", "125.50")],
    ["another currency", ROW.replace("949", "392")],
  ])("is not read with %s", (_, rows) => {
    expect(stepsOf(rows)).toBeUndefined();
  });
});
