import { expect, it } from "vitest";
import {
  originalAttempt,
  NOON,
  scriptedBank,
  scriptedInquiry,
} from "../../../test/support/scripted-line.ts";
import { Secret } from "../../kernel/secret.ts";
import type { Acquirer } from "../../domain/payment/acquirer.ts";
import type { AcquirerState, FinalOutcome } from "../../domain/payment/acquirer-outcomes.ts";
import { PROTOCOLS } from "./protocols.ts";
import { watchedAcquirer, type AccountAnswer } from "./watched-acquirer.ts";

/** A text with an entity of HTML, as PayFor was seen to write it. */
const TOLD = "Onayland&#305;";

/** How each bank writes a refusal with a code; INTERVPOS's longer codes stand beside the short. */
const ANSWERS: Readonly<Record<string, (code: string) => string>> = {
  nestpay: (code) =>
    "<CC5Response><OrderId></OrderId><Response>Error</Response><ProcReturnCode>99" +
    "</ProcReturnCode><TransId>00000NONE00000</TransId><ErrMsg>Insufficient permissions to " +
    `perform requested operation. ${TOLD}</ErrMsg><Extra><ERRORCODE>${code === "99" ? "" : code}` +
    "</ERRORCODE></Extra></CC5Response>",
  garanti: (code) =>
    "<GVPSResponse><Transaction><Response><Source>GVPS</Source><Code>92</Code>" +
    `<ReasonCode>${code}</ReasonCode><ErrorMsg>${TOLD}</ErrorMsg></Response></Transaction>` +
    "</GVPSResponse>",
  posnet: (code) =>
    `<posnetResponse><approved>0</approved><respCode>${code}</respCode>` +
    `<respText>${TOLD}</respText></posnetResponse>`,
  albaraka: (code) =>
    JSON.stringify({ ServiceResponseData: { ResponseCode: code, ResponseDescription: TOLD } }),
  boa: (code) =>
    JSON.stringify({ Success: false, ResponseCode: code, ResponseMessage: TOLD, Result: null }),
  intervpos: (code) => `ProcReturnCode=${code};;TxnResult=Failed;;ErrorMessage=${TOLD}`,
  payfor: (code) =>
    `<PayforResponse><ProcReturnCode>${code}</ProcReturnCode><ErrMsg>${TOLD}</ErrMsg></PayforResponse>`,
  payflex: (code) =>
    `<VposResponse><ResultCode>${code}</ResultCode><ResultDetail>${TOLD}</ResultDetail></VposResponse>`,
  iyzico: (code) => JSON.stringify({ status: "failure", errorCode: code, errorMessage: TOLD }),
  akbank: (code) =>
    code.startsWith("VPS")
      ? JSON.stringify({ responseCode: code, responseMessage: TOLD })
      : JSON.stringify({ code, message: TOLD, errors: [] }),
};

/** A charge of 100 TRY; BOA has one after 3-D Secure only. */
async function charge(acquirer: Acquirer, name: string): Promise<FinalOutcome> {
  const request = {
    ...scriptedInquiry({ reference: originalAttempt().reference }),
    kind: "sale" as const,
    installmentCount: 1,
    orderReference: undefined,
    card: {
      number: new Secret("5528790000000008"),
      expiry: { month: 12, year: 2030 },
      cvc: new Secret("973"),
      holderName: "Ada",
    },
    payer: { name: "Ada", email: "a@example.com", phone: undefined, network: "203.0.113.7" },
    challenge: undefined,
  };
  if (name !== "boa") return (await acquirer.authorize(request)) as FinalOutcome;
  const state = JSON.stringify({ v: 1, orderId: "1", md: "m" }) as AcquirerState;
  return acquirer.authorizeChallenged({ ...request, proof: { mdStatus: "1", eci: "", state } });
}

it.each(PROTOCOLS.map((protocol) => [protocol.name, protocol] as const))(
  "%s: a refusal of the connection is a decline that its health counts, and no answer to an inquiry",
  async (name, protocol) => {
    const outcomes = await Promise.all(
      [...protocol.accountCodes].map(async (code) => {
        const { acquirer } = scriptedBank({
          protocol,
          bank: protocol.banks[0]?.name ?? "",
          credentials: Object.fromEntries(protocol.credentials.map((one) => [one.name, "1"])),
          status: /^(http_)?40[13]$/.test(code) ? Number(code.slice(-3)) : 200,
          answer: () => ANSWERS[name]?.(code) ?? "",
        });
        const told: (AccountAnswer | boolean | undefined)[] = [];
        const watched = watchedAcquirer(acquirer, {
          name: { connectionId: "acq_1" as never, protocol: name, bank: "" },
          accountCodes: protocol.accountCodes,
          keyCodes: protocol.keyCodes,
          isLive: false,
          holdDays: undefined,
          clock: { now: () => NOON },
          onCall: ({ account, isFailure }) => told.push(account, isFailure),
        });
        const { kind } = await charge(watched, name);
        const reference = originalAttempt().reference;
        const inquired = await acquirer.inquire({
          ...scriptedInquiry({ reference }),
          kind: "authorize",
        });
        return {
          code,
          kind,
          inquired: inquired.kind,
          account: (told[0] as AccountAnswer | undefined)?.kind,
          text: /Onayland[^ ]*/.exec(JSON.stringify(told[0]))?.[0].slice(0, 9),
          isFailure: told[1],
        };
      }),
    );
    expect(outcomes).toEqual(
      [...protocol.accountCodes].map((code) => ({
        code,
        kind: "declined",
        inquired: "unknown",
        account: "refused",
        text: "Onaylandı",
        isFailure: true,
      })),
    );
  },
);
