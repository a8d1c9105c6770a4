import { catalogue } from "../../page/kit/catalogue.ts";

/** The columns of the files that the panel reads, in people's words. */
export const columnWords = catalogue({
  columns: ["Sütunlar", "Columns"],
  optional: ["isteğe bağlı", "optional"],
  sample: ["Örnek dosya indir", "Download a sample file"],
  sampleOf: [
    (title: string) => `${title}: örnek dosya indir`,
    (title: string) => `${title}: download a sample file`,
  ],
  names: {
    program: ["Kart programı", "Card program"],
    card_bank: [
      "Kartın bankası: own, partner ya da foreign",
      "Bank of the card: own, partner or foreign",
    ],
    installment_count: ["Taksit sayısı", "Number of installments"],
    commission_rate: ["Komisyon, yüzde", "Commission in per cent"],
    valid_from: ["Geçerli olduğu ilk gün", "First day in force"],
    valid_to: ["Son gün", "Last day"],
    borne_by: [
      "Komisyonu ödeyen: customer ya da merchant",
      "Who pays the commission: customer or merchant",
    ],
    card_category: [
      "Kart türü: individual ya da commercial",
      "Kind of card: individual or commercial",
    ],
    bank_code: ["Bankanın EFT kodu", "EFT code of the bank"],
    category: ["Sepet kaleminin kategori numarası", "Category number of the basket item"],
    max_installments: ["En çok taksit", "Most installments"],
    goods: ["Malın türü; sınırı yasadan gelir", "Kind of goods, whose limit the law sets"],
    payment_type: ["Ödeme yöntemi", "Payment method"],
    value_days: ["Tahsilattan ödemeye kadar gün", "Days from capture to payout"],
    acquirer: ["Sanal POS", "Virtual POS"],
    reference: ["İşlemin bankadaki numarası", "Reference of the operation at the bank"],
    kind: ["İşlem: sale ya da refund", "Operation: sale or refund"],
    gross: ["Brüt tutar, kuruş", "Gross amount in minor units"],
    commission: ["Komisyon tutarı, kuruş", "Commission amount in minor units"],
    currency: ["Para birimi", "Currency"],
    paid_on: ["Bankanın ödediği gün", "Day on which the bank paid"],
    bin: ["Kartın ilk 6–8 hanesi", "First 6–8 digits of the card"],
    bank_name: ["Bankanın adı", "Name of the bank"],
    card_brand: ["Kart markası", "Card brand"],
    card_type: ["Kart: credit, debit ya da prepaid", "Card: credit, debit or prepaid"],
    card_program: ["Kartın programı", "Program of the card"],
    country: ["Ülke kodu", "Country code"],
  },
});
