import { Type } from "typebox";
import { Compile } from "typebox/compile";

import { CURRENCIES, CURRENCY_CODES, type Currency } from "../../../kernel/currency.ts";
import { type Instant, MINUTE } from "../../../kernel/clock.ts";
import { type Money, money } from "../../../kernel/money.ts";

/** A time of Istanbul without an offset. */
export const DateTime = Type.String({
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}$",
});
const Amount = Type.String({ pattern: "^\\d{1,10}\\.\\d{2}$" });
const OrderId = Type.String({ pattern: "^[A-Za-z0-9-]{1,64}$" });
const Base64 = Type.String({ pattern: "^[A-Za-z0-9+/]{27}=$" });

const Message = Type.Object(
  {
    terminal: Type.Object({ merchantSafeId: Type.String(), terminalSafeId: Type.String() }),
    version: Type.Literal("1.00"),
    txnCode: Type.Enum(["1000", "1002", "1003", "1004", "1005", "1010"]),
    requestDateTime: DateTime,
    randomNumber: Type.String({ pattern: "^[0-9A-F]{128}$" }),
    order: Type.Object({ orderId: OrderId }),
    card: Type.Optional(
      Type.Object({
        cardNumber: Type.String({ pattern: "^\\d{12,19}$" }),
        cvv2: Type.Optional(Type.String({ pattern: "^\\d{3,4}$" })),
        expireDate: Type.String({ pattern: "^(0[1-9]|1[0-2])\\d\\d$" }),
        cardHolderName: Type.Optional(Type.String({ maxLength: 64 })),
      }),
    ),
    secureTransaction: Type.Optional(
      Type.Object({
        secureId: Base64,
        secureEcomInd: Type.String({ pattern: "^\\d\\d$" }),
        secureData: Base64,
        secureMd: Type.String({ pattern: "^[0-9A-F]{64}$" }),
      }),
    ),
    transaction: Type.Optional(
      Type.Object({
        amount: Amount,
        currencyCode: Type.Integer(),
        motoInd: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
        installCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 36 })),
      }),
    ),
    customer: Type.Optional(
      Type.Object({
        ipAddress: Type.String({ pattern: "^\\d{1,3}(\\.\\d{1,3}){3}$" }),
        emailAddress: Type.Optional(Type.String({ pattern: "^[^@\\s]+@[^@\\s]+$" })),
      }),
    ),
  },
  { additionalProperties: false },
);

export type AkbankMessage = Type.Static<typeof Message>;

const validator = Compile(Message);

/** Reads a message; undefined if it breaks the schema or lacks what its operation needs. */
export function readMessage(read: unknown): AkbankMessage | undefined {
  return validator.Check(read) && isComplete(read) ? read : undefined;
}

function isComplete({ txnCode, card, secureTransaction, transaction, customer }: AkbankMessage) {
  switch (txnCode) {
    case "1000":
    case "1004": {
      const isEither = (card === undefined) !== (secureTransaction === undefined);
      const { motoInd, installCount } = transaction ?? {};
      const isMotoRight = motoInd === 0 || (motoInd === 1 && card !== undefined);
      return isEither && isMotoRight && installCount !== undefined && customer !== undefined;
    }
    case "1002":
    case "1005":
      return transaction !== undefined;
    default:
      return true;
  }
}

/** How far the terminal's clock may be from the bank's; the bank's own limit is not public. */
const SKEW_MS = 10 * MINUTE;

/** True if a time of Istanbul without an offset is close to the bank's. */
export function isPresent(requestDateTime: string, now: Instant): boolean {
  return Math.abs(timeOf(requestDateTime) - now) <= SKEW_MS;
}

/** Milliseconds since the epoch of a time of Istanbul; NaN for a day that does not exist. */
export function timeOf(dateTime: string): number {
  return Date.parse(`${dateTime}+03:00`);
}

export function readMoney(amount: string, currencyNumber: string): Money | undefined {
  const currency: Currency | undefined = CURRENCY_CODES.find(
    (code) => CURRENCIES[code].numeric === currencyNumber,
  );
  const minor = BigInt(amount.replace(".", ""));
  return currency === undefined || minor === 0n ? undefined : money(minor, currency);
}
