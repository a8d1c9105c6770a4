import { describe, expect, it } from "vitest";
import { scriptedBank, scriptedInquiry } from "../../../../test/support/scripted-line.ts";
import { Secret } from "../../../kernel/secret.ts";
import { akbank } from "../akbank/adapter.ts";
import { albaraka } from "../albaraka/adapter.ts";
import { garanti } from "../garanti/adapter.ts";
import { intervpos } from "../intervpos/adapter.ts";
import { nestpay } from "../nestpay/nestpay.ts";
import { payflex } from "../payflex/payflex.ts";
import { payfor } from "../payfor/adapter.ts";
import { posnet } from "../posnet/adapter.ts";
import type { Protocol } from "../protocol.ts";

/** The charge of a stored card, as the bank gets it. */
async function chargeOf(protocol: Protocol, cvc: string | undefined): Promise<string> {
  const { acquirer, asked } = scriptedBank({
    protocol,
    bank: protocol.banks[0]?.name ?? "",
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
    challenge: undefined,
  });
  expect(asked).toHaveLength(1);
  return decodeURIComponent(asked[0]?.body ?? "");
}

describe("a stored card that comes without its CVC", () => {
  const fields: readonly (readonly [Protocol, string])[] = [
    [akbank, '"cvv2":'],
    [albaraka, '"Cvc2":'],
    [garanti, "<CVV2"],
    [intervpos, "Cvv2="],
    [nestpay, "<Cvv2Val"],
    [payflex, "<Cvv"],
    [payfor, "<Cvv2"],
    [posnet, "<cvc"],
  ];

  it.each(fields.map(([protocol, field]) => [protocol.name, field, protocol] as const))(
    "is charged by %s without the field %s",
    async (_name, field, protocol) => {
      expect(await chargeOf(protocol, "973")).toContain(field);
      expect(await chargeOf(protocol, undefined)).not.toContain(field);
    },
  );
});
