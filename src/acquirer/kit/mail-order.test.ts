import { describe, expect, it } from "vitest";
import { NOON, scriptedBank, scriptedInquiry } from "../../../test/support/scripted-line.ts";
import { later, MINUTE } from "../../kernel/clock.ts";
import { Secret } from "../../kernel/secret.ts";
import type {
  AuthorizeRequest,
  ChallengeProof,
  ChallengedRequest,
  ChallengeWish,
} from "../../domain/payment/acquirer.ts";
import { PROTOCOLS } from "../connection/protocols.ts";
import { akbank } from "../akbank/adapter.ts";
import * as akbankRequest from "../akbank/request.ts";
import { garanti } from "../garanti/adapter.ts";
import * as garantiRequest from "../garanti/request.ts";
import { intervpos } from "../intervpos/adapter.ts";
import * as intervposRequest from "../intervpos/request.ts";
import { payflex } from "../payflex/adapter.ts";
import * as payflexRequest from "../payflex/request.ts";
import { payfor } from "../payfor/adapter.ts";
import { posnet } from "../posnet/adapter.ts";
import type { Protocol } from "./protocol.ts";

const WISH: ChallengeWish = {
  returnUrl: "https://shop.test/return",
  merchantName: "Ada",
  language: "tr",
  expiresAt: later(NOON, MINUTE),
};

/** Protocol, its mark of mail order, and its mark of electronic commerce. */
const MARKS: readonly (readonly [Protocol, string, string])[] = [
  [akbank, '"motoInd":1', '"motoInd":0'],
  [garanti, "<MotoInd>Y<", "<MotoInd>N<"],
  [intervpos, "MOTO=1", "MOTO=0"],
  [payflex, "<TransactionDeviceSource>1<", "<TransactionDeviceSource>0<"],
  [payfor, "<MOTO>1<", "<MOTO>0<"],
  [posnet, "<mailorderflag>Y<", ""],
];

type Call = {
  readonly kind?: "sale" | "preauth";
  readonly mailOrder: boolean;
  readonly challenge?: ChallengeWish;
};

async function bodyOf(protocol: Protocol, call: Call): Promise<string> {
  const { kind = "sale", mailOrder, challenge } = call;
  const { acquirer, asked } = scriptedBank({
    protocol,
    bank: protocol.banks[0]?.name ?? "",
    credentials: Object.fromEntries(protocol.credentials.map(({ name }) => [name, "1"])),
    mailOrder,
    answer: () => "",
  });
  const request: AuthorizeRequest = {
    ...scriptedInquiry({ reference: "0abcdefghjkmnpqrstvw" }),
    kind,
    installmentCount: 1,
    orderReference: undefined,
    card: {
      number: new Secret("5528790000000008"),
      expiry: { month: 12, year: 2030 },
      cvc: undefined,
      holderName: "Ada",
    },
    payer: { name: "Ada", email: undefined, phone: undefined, network: undefined },
    challenge,
  };
  await acquirer.authorize(request);
  expect(asked).toHaveLength(1);
  return decodeURIComponent(asked[0]?.body ?? "");
}

const NAMED = MARKS.map(([protocol, mark, none]) => [protocol.name, mark, none, protocol] as const);

describe("a connection for mail order", () => {
  it.each(NAMED)(
    "of %s marks a sale without 3-D Secure by %s",
    async (_n, mark, none, protocol) => {
      expect(await bodyOf(protocol, { mailOrder: true })).toContain(mark);
      expect(await bodyOf(protocol, { mailOrder: true, kind: "preauth" })).toContain(mark);
      const unmarked = await bodyOf(protocol, { mailOrder: false });
      expect(unmarked).not.toContain(mark);
      expect(unmarked).toContain(none);
    },
  );

  it.each(NAMED)("of %s opens 3-D Secure without %s", async (_name, mark, _none, protocol) => {
    expect(await bodyOf(protocol, { mailOrder: true, challenge: WISH })).not.toContain(mark);
  });

  it("charges after 3-D Secure as electronic commerce", () => {
    const secret = new Secret("1");
    const numbers = { mode: "TEST", merchantId: "1", terminalId: "1", subMerchantId: "" } as const;
    const passwords = { storeKey: secret, salePassword: secret, refundPassword: secret };
    const users = { shopCode: "1", userCode: "1", userPassword: secret, merchantKey: secret };
    const safe = { merchantSafeId: "1", terminalSafeId: "1", secretKey: secret };
    const own = { terminalNo: "1", password: secret, mpiPassword: secret };
    const terminal = { ...numbers, ...passwords, ...users, ...safe, ...own, mailOrder: true };
    const codes = { secureId: "1", secureEcomInd: "1", secureData: "1", secureMd: "1" };
    const secure = { cavv: "1", eci: "1", xid: "1", md: "1", payerTxnId: "1", ...codes };
    const request: ChallengedRequest = {
      ...scriptedInquiry({ reference: "0abcdefghjkmnpqrstvw" }),
      kind: "sale",
      installmentCount: 1,
      orderReference: undefined,
      proof: {} as ChallengeProof,
    };
    expect(garantiRequest.challengedMessage(terminal, request, secure).body).toContain(
      "<MotoInd>N<",
    );
    expect(
      decodeURIComponent(payflexRequest.challengedMessage(terminal, request, secure)),
    ).toContain("<TransactionDeviceSource>0<");
    expect(akbankRequest.challengedMessage({ terminal, now: NOON }, request, secure)).toContain(
      '"motoInd":0',
    );
    expect(intervposRequest.challengedMessage(terminal, request, secure)).toContainEqual([
      "MOTO",
      "0",
    ]);
  });

  it("is possible at exactly the protocols that have a mark", () => {
    const marking = PROTOCOLS.filter(({ marksMailOrder }) => marksMailOrder === true);
    expect(marking.map(({ name }) => name).toSorted()).toEqual(NAMED.map(([name]) => name));
  });
});
