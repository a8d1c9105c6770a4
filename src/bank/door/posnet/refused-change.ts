import type { ChangeRefusal } from "../kit/door-changes.ts";

/** The host's code and text for a change that it refuses, the same in PosNet and Albaraka. */
export function refusedChange(reason: ChangeRefusal): readonly [code: string, text: string] {
  switch (reason) {
    case "voided":
      return ["0220", "IPTAL ISLEMI YAPILMIS"];
    case "too_much":
    case "nothing_left":
    case "other_currency":
      return ["0205", "TUTAR HATALI"];
    case "settled":
      return ["0211", "BATCH KAPALI"];
    case "not_settled":
      return ["0411", "FINANSAL DEGIL"];
    case "refused":
      return ["0057", "RED-ONAYLANMADI"];
    case "not_held":
      return ["0200", "GECERSIZ DURUM"];
    default:
      return ["0123", "ORJINAL KAYIT BULUNAMADI"];
  }
}
