import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";

type Faults = Readonly<Record<string, string>>;

const FAULTS_TR: Faults = {
  program: "Bir kart programı seçin; yurt dışı kartlarda boş bırakın.",
  card_bank: "Kartın bankasını seçin.",
  card_category: "Kart türünü seçin.",
  installment_count: "1 ile 99 arası bir sayı yazın; yurt dışı kartlarda yalnız 1.",
  commission_rate: "0 ile 100 arası bir yüzde yazın, en çok iki ondalıkla: 2,49.",
  borne_by: "Tek çekimde komisyonu üye iş yeri öder.",
  bank_code: "Bankanın EFT kodunu yazın, en çok dört rakam: 0062.",
  category: "Sepet kaleminin kategori numarasını yazın, örneğin 526.",
  max_installments: "1 ile 99 arası bir sayı yazın ya da malın türünü seçin.",
  goods: "Malın türünü seçin.",
  payment_type: "Bir ödeme yöntemi seçin.",
  acquirer: "Bir sanal POS seçin.",
  value_days: "0 ile 400 arası bir gün sayısı yazın.",
  valid_from: "1970 ile 9998 yılları arasında bir gün seçin.",
  valid_to: "Başlangıçtan önce olmayan, en geç 9998 yılında bir gün seçin ya da boş bırakın.",
};

const FAULTS_EN: Faults = {
  program: "Choose a card program; leave it empty for cards from abroad.",
  card_bank: "Choose the bank of the card.",
  card_category: "Choose the kind of card.",
  installment_count: "Type a number from 1 to 99; for cards from abroad only 1.",
  commission_rate: "Type a percentage from 0 to 100 with two decimals at most: 2.49.",
  borne_by: "The merchant bears the commission of a single charge.",
  bank_code: "Type the EFT code of the bank, four digits at most: 0062.",
  category: "Type the category number of the basket item, for example 526.",
  max_installments: "Type a number from 1 to 99, or choose the kind of goods.",
  goods: "Choose the kind of goods.",
  payment_type: "Choose a payment method.",
  acquirer: "Choose a virtual POS.",
  value_days: "Type a number of days from 0 to 400.",
  valid_from: "Choose a day of the years 1970 to 9998.",
  valid_to: "Choose a day from the first one to the year 9998, or leave it empty.",
};

/** The texts of the forms that change a table, and of its history. */
export const editWords = catalogue({
  add: {
    rates: ["Oran ekle", "Add a rate"],
    limits: ["Sınır ekle", "Add a limit"],
    contract: ["Satır ekle", "Add a line"],
  },
  change: ["Değiştir", "Change"],
  changeRow: {
    rates: ["Oranı değiştir", "Change the rate"],
    limits: ["Sınırı değiştir", "Change the limit"],
    contract: ["Satırı değiştir", "Change the line"],
  },
  everyCard: ["Hepsi", "All"],
  categories: {
    individual: ["Bireysel", "Individual"],
    commercial: ["Ticari", "Commercial"],
  },
  noProgram: ["Programsız (yurt dışı)", "None (abroad)"],
  anyProgram: ["Bütün programlar", "Every program"],
  cardCategory: ["Kart türü", "Kind of card"],
  bankCode: ["Banka kodu (isteğe bağlı)", "Bank code (optional)"],
  bankCodeHint: [
    "POS bankasının EFT kodu. Boşsa programın sahibi olan banka.",
    "EFT code of the terminal's bank. Empty: the bank that owns the program.",
  ],
  rateHint: ["Yüzde, örneğin 2,49", "A percentage, for example 2.49"],
  anyCount: ["Taksit (isteğe bağlı)", "Installments (optional)"],
  anyCountHint: ["Boşsa bütün taksit sayıları.", "Empty: every number of installments."],
  categoryHint: [
    "Sepet kaleminin kategori numarası, örneğin 526",
    "The category number of basket items, for example 526",
  ],
  valueDaysHint: [
    "Tahsilattan ödemeye kadar takvim günü",
    "Calendar days from the capture to the payout",
  ],
  from: ["Geçerli olduğu ilk gün", "First day in force"],
  fromHint: [
    "Bu günün başında yürürlüğe girer; önceki satır bir gün önce biter.",
    "It takes effect when this day begins; the earlier row ends the day before.",
  ],
  to: ["Son gün (isteğe bağlı)", "Last day (optional)"],
  toHint: [
    "Boşsa sonraki planlı satıra kadar. Doluysa önceki satır sonra kaldığı yerden sürer.",
    "Empty: until the next planned row. Otherwise the earlier row goes on afterwards.",
  ],
  past: [
    "En erken bugünü seçin; geçmiş günler değiştirilmez.",
    "Choose today or a later day; past days are not changed.",
  ],
  save: ["Kaydet", "Save"],
  remove: ["Bu günlerden kaldır", "Remove from these days"],
  removeEffect: [
    "Satır bu günlerde geçerli olmaz; yeni ödemeler kalan satırlara göre hesaplanır. Önceki " +
      "hâli tablonun geçmişinde kalır.",
    "The row is not in force on these days; new payments follow the rows that are left. The " +
      "earlier state stays in the table's history.",
  ],
  saved: ["Kaydedildi; bir saniye içinde geçerli.", "Saved; in force within a second."],
  unchanged: ["Tabloda bir şey değişmedi.", "Nothing changed in the table."],
  faults: [FAULTS_TR, FAULTS_EN],
  history: ["Geçmiş", "History"],
  historyIntro: [
    "Tablonun her hâli, kimin ne zaman değiştirdiğiyle. Eski hâli açıp indirebilirsiniz.",
    "Every state of the table with the person and time of its change. Open and download any.",
  ],
  noHistory: ["Bu tablo henüz değiştirilmedi.", "This table was not changed yet."],
  newest: [
    (count: number) => `En yeni ${count} değişiklik.`,
    (count: number) => `The newest ${counted(count, "change")}.`,
  ],
  version: ["Değişiklik", "Change"],
  versionTitle: [
    (number: string) => `${number}. değişiklik`,
    (number: string) => `Change ${number}`,
  ],
  by: ["Kim", "By"],
  service: ["Sistem ya da komut satırı", "System or command line"],
  rowCount: ["Satır", "Rows"],
  added: ["Eklenen", "Added"],
  removed: ["Kalkan", "Removed"],
  addedRows: ["Eklenen satırlar", "Added rows"],
  removedRows: ["Kalkan satırlar", "Removed rows"],
  wholeTable: ["Tablonun bu hâli", "The table in this state"],
  none: ["Bu hâlinde satır yok.", "This state has no rows."],
  download: ["CSV indir", "Download CSV"],
});
