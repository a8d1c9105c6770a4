import { catalogue } from "../kit/catalogue.ts";

/** The name of the sheet and the headings of its columns, in the order of the cells. */
export const sheetWords = catalogue(
  {
    sheet: "Ödemeler",
    heads: [
      "Zaman",
      "Ödeme no",
      "Sipariş numaranız",
      "Durum",
      "Neden",
      "Ödeme aracı",
      "Tutar",
      "Çekilen tutar",
      "İade edilen",
      "Para birimi",
      "Taksit",
      "Müşteri",
      "E-posta",
      "Telefon",
      "Müşteri numaranız",
      "Sanal POS",
    ],
  },
  {
    sheet: "Payments",
    heads: [
      "Time",
      "Payment",
      "Your order number",
      "Status",
      "Reason",
      "Paid with",
      "Amount",
      "Charged amount",
      "Refunded",
      "Currency",
      "Installments",
      "Customer",
      "E-mail",
      "Phone",
      "Your customer number",
      "Acquirer",
    ],
  },
);
