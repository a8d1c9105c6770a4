import type { DoorAnswer } from "../kit/door-answer.ts";
import { javaDecimal, readPrice } from "./amounts.ts";
import { failure, json, success } from "./answers.ts";
import { associationOf, installmentTotals, issuerOf } from "./cards.ts";
import { currencyOf, text } from "./messages.ts";
import type { Work } from "./operations.ts";

/** The bank and the family of a card, by its first six or eight digits. */
export function checkBin({ asked }: Work): DoorAnswer {
  const bin = text(asked.content, "binNumber");
  if (bin === "") return failure(asked, "5006");
  if (!/^\d{6}(\d\d)?$/.test(bin)) return failure(asked, "5007");
  const issuer = issuerOf(bin);
  const known = issuer ?? { cardType: "CREDIT_CARD", cardAssociation: associationOf(bin) };
  return success(asked, { binNumber: bin, ...known, commercial: 0 });
}

/** The totals of each count of installments, with the commission that the customer bears. */
export function installments({ asked }: Work): DoorAnswer {
  const { content } = asked;
  const currency = currencyOf(content, "TRY") ?? "TRY";
  const price = readPrice(content["price"], currency);
  const bin = text(content, "binNumber");
  if (price === undefined) return failure(asked, "5005");
  if (bin !== "" && !/^\d{6}(\d\d)?$/.test(bin)) return failure(asked, "5007");
  const issuer = issuerOf(bin);
  const { cardFamily, ...known } = issuer ?? {
    cardFamily: "",
    cardType: "CREDIT_CARD",
    cardAssociation: associationOf(bin),
  };
  const totals = installmentTotals(price.minor, currency === "TRY" && cardFamily !== "");
  const detailed = {
    ...(bin === "" ? {} : { binNumber: bin }),
    price: javaDecimal(price.minor, currency),
    ...known,
    ...(cardFamily === "" ? {} : { cardFamilyName: cardFamily }),
    force3ds: issuer?.cardType === "DEBIT_CARD" ? 1 : 0,
    forceCvc: 0,
    commercial: 0,
    installmentPrices: totals.map(([installmentNumber, total]) => ({
      installmentNumber,
      installmentPrice: javaDecimal(total / BigInt(installmentNumber), currency),
      totalPrice: javaDecimal(total, currency),
    })),
  };
  return success(asked, { installmentDetails: [detailed] });
}

/** The company's own sign of life, which needs no key. */
export function alive(now: number): DoorAnswer {
  return json({ status: "success", locale: "tr", systemTime: now });
}
