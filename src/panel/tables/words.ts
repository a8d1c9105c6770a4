import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";

export const tableWords = catalogue({
  title: ["Taksit tabloları", "Installment tables"],
  rates: ["Komisyon oranları", "Commission rates"],
  noRates: {
    test: [
      "Yüklenmiş oran yok: test ortamının kendi oranları geçerli.",
      "No rates were imported: test mode's own are in force.",
    ],
    live: [
      "Yüklenmiş oran yok: canlıda yalnız tek çekim sunulur.",
      "No rates were imported: live mode offers single charges only.",
    ],
  },
  limits: ["Taksit sınırları", "Installment limits"],
  noLimits: ["Yüklenmiş sınır yok.", "No limits were imported."],
  program: ["Program", "Program"],
  cardBank: ["Kart", "Card"],
  cardBanks: {
    own: ["Kendi bankası", "Own bank"],
    partner: ["Ortak banka", "Partner bank"],
    foreign: ["Yurt dışı", "Abroad"],
  },
  count: ["Taksit", "Installments"],
  rate: ["Oran", "Rate"],
  bearer: ["Ödeyen", "Borne by"],
  bearers: {
    customer: ["Müşteri", "Customer"],
    merchant: ["Üye iş yeri", "Merchant"],
  },
  from: ["Başlangıç", "From"],
  to: ["Bitiş", "To"],
  category: ["Kategori", "Category"],
  countMax: ["En çok taksit", "Most installments"],
  goods: ["Malın türü", "Kind of goods"],
  noGoods: ["Türü belirtilmemiş", "Not named"],
  uploadRates: ["Komisyon tablosu yükle", "Import commission rates"],
  uploadLimits: ["Taksit sınırı yükle", "Import installment limits"],
  csv: [
    "CSV, en çok 8 MB; öncekinin yerine geçer. Sütun adları İngilizcedir.",
    "CSV, 8 MB at most; replaces the file before it.",
  ],
  file: ["Dosya", "File"],
  upload: ["Yükle", "Import"],
  choose: ["Bir dosya seçin.", "Choose a file."],
  wrong: [
    "Dosya yüklenmedi; hiçbir şey değişmedi.",
    "The file was not imported; nothing was changed.",
  ],
  problem: [(line: number) => `${line}. satır`, (line: number) => `Line ${line}`],
  more: [(count: number) => `ve ${count} hata daha`, (count: number) => `and ${count} more`],
  imported: [
    (rows: number) => `${rows} satır yüklendi; bir saniye içinde geçerli.`,
    (rows: number) => `${counted(rows, "row")} imported; in force within a second.`,
  ],
  setAside: [
    (count: number, lines: string) => `${count} satır okunamadı ve alınmadı: ${lines}`,
    (count: number, lines: string) =>
      `${counted(count, "line")} could not be read and ${count === 1 ? "was" : "were"} left out: ${lines}`,
  ],
  binTitle: ["BIN tablosu", "BIN table"],
  binIntro: [
    "Bir kartın hangi bankanın ve ne tür olduğu buradan bilinir.",
    "It gives the bank and the kind of a card.",
  ],
  binRows: [
    (mode: "test" | "live", count: number) =>
      `${mode === "test" ? "Test" : "Canlı"}: ${count} satır.`,
    (mode: "test" | "live", count: number) =>
      `${mode === "test" ? "Test" : "Live"}: ${counted(count, "row")}.`,
  ],
  bin: ["Kartın ilk 6–8 hanesi", "First 6 to 8 digits of a card"],
  look: ["Bak", "Look up"],
  bank: ["Banka", "Bank"],
  brand: ["Marka", "Brand"],
  type: ["Tür", "Type"],
  types: {
    credit: ["Kredi kartı", "Credit card"],
    debit: ["Banka kartı", "Debit card"],
    prepaid: ["Ön ödemeli kart", "Prepaid card"],
  },
  unknown: ["Bilinmiyor", "Unknown"],
  binWrong: [
    "6 ile 8 arası rakam yazın; kart numarasının tamamını yazmayın.",
    "Type 6 to 8 digits, and never a whole card number.",
  ],
  uploadBins: ["BIN tablosu yükle", "Import a BIN table"],
  sessions: ["Oturum sayısı", "Sessions"],
  listForm: ["Dosyanın biçimi", "Form of the file"],
  ownForm: ["Aşağıdaki sütunlar", "The columns below"],
  mode: ["Mod", "Mode"],
  modes: {
    test: ["Test", "Test"],
    live: ["Canlı", "Live"],
  },
  correct: ["Satırı düzelt", "Correct the row"],
  correctTitle: [
    (mode: string) => `BIN satırını düzelt (${mode})`,
    (mode: string) => `Correct a BIN row (${mode})`,
  ],
  correctHint: [
    "Düzeltme tablodaki satırın yerine geçer ve yeni bir tablo yüklense de kalır. " +
      "Daha uzun bir BIN satırı varsa o geçerlidir.",
    "A correction takes the place of the table's row and stays when a new table is imported. " +
      "A row with a longer BIN still comes first.",
  ],
  corrected: [
    "Satır düzeltildi; bir saniye içinde geçerli.",
    "The row is corrected; in force within a second.",
  ],
  uncorrect: ["Düzeltmeyi kaldır", "Remove the correction"],
  uncorrected: [
    "Düzeltme kaldırıldı; tablodaki satır geçerli.",
    "The correction is removed; the table's row is in force.",
  ],
  notCorrected: ["Bu satır düzeltilmemiş.", "This row is not corrected."],
  corrections: ["Düzeltilmiş satırlar", "Corrected rows"],
  correctedBy: ["Düzelten", "Corrected by"],
  bankCode: ["Banka kodu (EFT)", "Bank code (EFT)"],
  brandByNumber: ["Numaraya göre", "By the number"],
  otherBrand: ["Diğer", "Other"],
  cardCategory: ["Kart sahibi", "Card holder"],
  cardCategories: {
    individual: ["Bireysel", "Individual"],
    commercial: ["Ticari", "Commercial"],
  },
  country: ["Ülke (iki harf)", "Country (two letters)"],
  unknownCards: ["Son yedi günün tanınmayan kartları", "Unknown cards of the last seven days"],
  unknownHint: [
    (unknown: number, all: number) =>
      `Son ${all} kart ödemesinin ${unknown} tanesinde BIN tablosu kartın bankasını bilmiyordu. ` +
      "Bu kartlara taksit sunulmaz; hizmeti işleten kişi tabloyu düzeltebilir.",
    (unknown: number, all: number) =>
      `The BIN table did not know the bank of ${unknown} of the last ${counted(all, "card payment")}. ` +
      "Such cards get no installments; the operator of the service can correct the table.",
  ],
  bankWords: ["Bankaların söyledikleri", "What banks say"],
  bankWordsHint: [
    "Bankaların kendi listelerinde ve ödeme yanıtlarında tablodan farklı söyledikleri. Hiçbir " +
      "taksit seçeneğini değiştirmez; doğruysa satırı düzeltin.",
    "What banks say in their own lists and in answers to payments, where the table says something " +
      "else. It changes no offer of installments; correct the row if the bank is right.",
  ],
  bankSays: ["Banka", "Bank"],
  tableSays: ["Tablo", "Table"],
  noRow: ["Satır yok", "No row"],
  connection: ["Bağlantı", "Connection"],
  saidOn: ["Son söylediği gün", "Last said on"],
  answers: ["Yanıt", "Answers"],
  cardPayments: ["Ödeme", "Payments"],
  cardAmount: ["Tutar", "Amount"],
});
