import { describe, expect, it } from "vitest";
import { NOON, scriptedBank, scriptedInquiry } from "../../../test/support/scripted-line.ts";
import { later, MINUTE } from "../../kernel/clock.ts";
import { Secret } from "../../kernel/secret.ts";
import type { ChallengeWish } from "../../domain/payment/acquirer.ts";
import { akbank } from "../akbank/adapter.ts";
import { albaraka } from "../albaraka/adapter.ts";
import { boa } from "../boa/adapter.ts";
import { garanti } from "../garanti/adapter.ts";
import { intervpos } from "../intervpos/adapter.ts";
import { iyzico } from "../iyzico/adapter.ts";
import { nestpay } from "../nestpay/adapter.ts";
import { payflex } from "../payflex/adapter.ts";
import { payfor } from "../payfor/adapter.ts";
import { posnet } from "../posnet/adapter.ts";
import type { Protocol } from "./protocol.ts";

const WISH: ChallengeWish = {
  returnUrl: "https://shop.test/return",
  merchantName: "Ada",
  language: "tr",
  expiresAt: later(NOON, MINUTE),
};

type Card = { readonly cvc: string | undefined; readonly challenge?: ChallengeWish };

/** The charge of a stored card, or the opening of its 3-D Secure, as the bank gets it. */
async function chargeOf(
  { protocol, bank = protocol.banks[0]?.name ?? "" }: Terminal,
  { cvc, challenge }: Card,
): Promise<string> {
  const { acquirer, asked } = scriptedBank({
    protocol,
    bank,
    credentials: Object.fromEntries(protocol.credentials.map(({ name }) => [name, "1"])),
    answer: () => "",
  });
  await acquirer.authorize({
    ...scriptedInquiry({ reference: "0abcdefghjkmnpqrstvw" }),
    kind: "sale",
    installmentCount: 1,
    orderReference: undefined,
    card: {
      number: new Secret("5528790000000008"),
      expiry: { month: 12, year: 2030 },
      cvc: cvc === undefined ? undefined : new Secret(cvc),
      holderName: "Ada",
    },
    payer: { name: "Ada", email: undefined, phone: undefined, network: undefined },
    challenge,
  });
  expect(asked).toHaveLength(1);
  return decodeURIComponent(asked[0]?.body ?? "");
}

type Terminal = { readonly protocol: Protocol; readonly bank?: string | undefined };

describe("a stored card that comes without its CVC", () => {
  const fields: readonly (readonly [Protocol, string])[] = [
    [akbank, '"cvv2":'],
    [albaraka, '"Cvc2":'],
    [garanti, "<CVV2"],
    [intervpos, "Cvv2="],
    [iyzico, '"cvc":'],
    [nestpay, "<Cvv2Val"],
    [payflex, "<Cvv"],
    [payfor, "<Cvv2"],
    [posnet, "<cvc"],
  ];

  it.each(fields.map(([protocol, field]) => [protocol.name, field, protocol] as const))(
    "is charged by %s without the field %s",
    async (_name, field, protocol) => {
      expect(await chargeOf({ protocol }, { cvc: "973" })).toContain(field);
      expect(await chargeOf({ protocol }, { cvc: undefined })).not.toContain(field);
    },
  );

  const forms: readonly (readonly [Protocol, string, string?])[] = [
    [akbank, "cvv="],
    [boa, '"securityCode":', "kuveytturk"],
    [boa, "<CardCVV2", "vakifkatilim"],
    [garanti, "cardcvv2="],
    [intervpos, "Cvv2="],
    [iyzico, '"cvc":'],
    [nestpay, "cv2="],
    [payfor, "Cvv2="],
    [posnet, "<cvc"],
  ];

  it.each(forms.map(([protocol, field, bank]) => [protocol.name, field, { protocol, bank }]))(
    "opens 3-D Secure by %s without the field %s",
    async (_name, field, terminal) => {
      const challenge = WISH;
      expect(await chargeOf(terminal, { cvc: "973", challenge })).toContain(field);
      expect(await chargeOf(terminal, { cvc: undefined, challenge })).not.toContain(field);
    },
  );
});
