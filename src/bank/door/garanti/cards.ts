import { pairs, type Result } from "./answer.ts";
import { found } from "./inquiry.ts";
import { CARDS } from "./own-cards.ts";

/** `bininq`: the list of the bank's cards. */
export function cardsOf(): Result {
  const rows = CARDS.map(
    ([bin, scheme, type]) =>
      [
        "BIN",
        pairs({
          BINNum: bin,
          BankCode: "62",
          BankName: "T. GARANTİ BANKASI A.Ş.",
          Organization: scheme,
          CardType: type,
          Group: "Bonus",
          Product: "CLASSIC",
          InstallmentInd: "Y",
        }),
      ] as const,
  );
  return found("BINInqResult", [["BINList", rows]]);
}
