import type { ColumnMapping } from "../table/column-mapping.ts";
import { SIMULATED_BANK } from "./settled-connection.ts";

/**
 * Forms of extracts that are known without a sample, by the connection's name. No bank publishes
 * its form, so this is the test bank's alone.
 */
export const BUILT_IN_EXTRACTS: Readonly<Record<string, ColumnMapping>> = {
  [SIMULATED_BANK]: {
    columns: {
      terminal: "Terminal No",
      batch: "Grup No",
      sold_on: "İşlem Tarihi",
      kind: "İşlem",
      card: "Kart No",
      auth_code: "Onay Kodu",
      reference: "Sipariş No",
      gross: "Brüt Tutar",
      commission: "Komisyon Tutarı",
      net: "Net Tutar",
      currency: "Para Birimi",
      paid_on: "Ödeme Günü",
    },
    decimal: ",",
    day: "dd.MM.yyyy",
    values: { kind: { Satış: "sale", İade: "refund", "Ters İbraz": "chargeback" } },
  },
};
