import type { Difference } from "../../domain/settlement/settlement-line.ts";
import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";

export const settlementWords = catalogue({
  title: ["Mutabakat", "Settlement"],
  intro: [
    "Bankanın ödedikleri, defterlerle kuruşu kuruşuna karşılaştırılır.",
    "The bank's payouts are compared with the books, exact to the minor unit.",
  ],
  calendar: ["Nakit takvimi", "Cash calendar"],
  calendarIntro: [
    "Bankaların hangi gün ne ödeyeceği, sözleşmeye göre.",
    "The expected payouts of the acquirers by day, according to the contract.",
  ],
  nothingDue: ["Ödenecek bir şey yok.", "No payout is due."],
  day: ["Valör", "Value date"],
  neverKnown: ["Sözleşmesiz satışlar", "Sales without a contract"],
  neverKnownHint: [
    "Sözleşmede karşılığı olmadığı için ödeme günü hiç bilinmedi.",
    "No line of the contract covers these sales, so their day was never known.",
  ],
  openRefunds: ["Düşülecek iadeler", "Refunds to be deducted"],
  openRefundsHint: [
    "Banka bu iadeleri henüz düşmedi; düşeceği gün sözleşmede yazmaz.",
    "The bank has yet to deduct these refunds; a contract does not say when.",
  ],
  overdue: ["gecikti", "overdue"],
  notCompared: ["karşılaştırılmadı", "not compared yet"],
  notComparedSum: [
    (currency: string) => `Günü geçen, dosyası karşılaştırılmayan, ${currency}`,
    (currency: string) => `Past its day without a file, ${currency}`,
  ],
  overdueSum: [
    (currency: string) => `Geciken, ${currency}`,
    (currency: string) => `Overdue, ${currency}`,
  ],
  neverKnownSum: [
    (currency: string) => `Günü hiç bilinmeyen, ${currency}`,
    (currency: string) => `Day never known, ${currency}`,
  ],
  dateTitle: ["Eski satışlara ödeme günü ver", "Date earlier sales"],
  dateOffer: [
    (sales: string, sums: string) =>
      `Şimdiki sözleşme, günü bilinmeyen ${sales} satışın (brüt ${sums}) komisyonunu ve ` +
      `ödeme gününü belirliyor. Komisyon deftere bugün yazılır ve geri alınamaz.`,
    (sales: string, sums: string) =>
      `The present contract gives a commission and a value date to ${counted(sales, "sale")} without one ` +
      `(gross ${sums}). The commission is posted today and cannot be taken back.`,
  ],
  dateNow: ["Ödeme günlerini yaz", "Write the value dates"],
  dated: [
    (sales: string, sums: string) =>
      `${sales} satışın (brüt ${sums}) komisyonu ve ödeme günü yazıldı.`,
    (sales: string, sums: string) => `Dated: ${counted(sales, "sale")} (gross ${sums}).`,
  ],
  noneDated: [
    "Sözleşmenin gün verebileceği bir satış kalmadı.",
    "There is no sale left that the contract can date.",
  ],
  currency: ["Para birimi", "Currency"],
  sales: ["Satış", "Sales"],
  gross: ["Brüt", "Gross"],
  commission: ["Komisyon", "Commission"],
  refunds: ["İade", "Refunds"],
  net: ["Net", "Net"],
  terminal: ["Terminal", "Terminal"],
  terminals: ["Hesaba geçecek tutarlar", "Sums that arrive on the account"],
  paidOn: ["Ödeme günü", "Day of payout"],
  total: [(currency: string) => `Toplam, ${currency}`, (currency: string) => `Total, ${currency}`],
  files: ["Karşılaştırılan dosyalar", "Files that were compared"],
  noFiles: ["Henüz dosya yüklenmedi.", "No file was compared yet."],
  newest: [
    (count: number) => `En yeni ${count} dosya.`,
    (count: number) => `The newest ${counted(count, "file")}.`,
  ],
  allFiles: [
    (count: number) => `Dosyaları göster (${count})`,
    (count: number) => `Show the files (${count})`,
  ],
  by: ["Kim", "By"],
  lines: ["Satır sayısı", "Lines"],
  settled: ["İşlenen", "Settled"],
  differences: ["Fark", "Differences"],
  upload: ["Banka dosyasını karşılaştır", "Compare the bank's file"],
  uploadHint: [
    "CSV ya da .xlsx, en çok 8 MB: sütunları eşlenmiş banka ekstresi, yoksa aşağıdaki sütunlar " +
      "(tutarlar kuruş). Aynı dosya ikinci kez bir şey değiştirmez.",
    "CSV or .xlsx, 8 MB at most: the bank's extract once its columns are mapped, else the columns " +
      "below (amounts in minor units). The same file again changes nothing.",
  ],
  mapExtracts: ["Banka ekstresinin sütunlarını eşle:", "Map the columns of the bank's extract:"],
  compare: ["Karşılaştır", "Compare"],
  imported: [
    (settled: number, count: number) =>
      count === 0
        ? `${settled} satır işlendi; fark yok.`
        : `${settled} satır işlendi, ${count} fark var.`,
    (settled: number, count: number) =>
      count === 0
        ? `Lines settled: ${settled}; there is no difference.`
        : `Lines settled: ${settled}; differences: ${count}.`,
  ],
  fileTitle: [(number: string) => `Dosya ${number}`, (number: string) => `File ${number}`],
  allAgree: ["Defterlerle bankanın dosyası aynı.", "The books and the bank's file agree."],
  more: [
    (count: number) => `${count} fark daha var; burada ilk 1000'i durur.`,
    (count: number) => `There are ${count} more; the first 1000 are kept here.`,
  ],
  difference: ["Fark türü", "Difference"],
  payment: ["Ödeme", "Payment"],
  reference: ["Bankadaki numara", "Bank's reference"],
  line: ["Dosya satırı", "Line"],
  away: ["Tutar farkı", "Amount off by"],
  awayHint: [
    "Artı, sizin lehinize; eksi, bankadan isteyeceğiniz.",
    "Plus is in your favour; claim a minus from the bank.",
  ],
  kinds: [
    {
      extra: "Defterde yok",
      duplicate: "İkinci kez ödendi",
      refunded_twice: "İkinci kez iade edildi",
      missing: "Dosyada yok",
      amount_differs: "Tutar farklı",
      overcharged: "Fazla komisyon",
      undercharged: "Eksik komisyon",
      late: "Geç ödendi",
      chargeback: "Ters ibraz",
      above_cap: "Komisyon yasal üst sınırın üzerinde",
    } satisfies Record<Difference, string>,
    {
      extra: "Not in the books",
      duplicate: "Paid a second time",
      refunded_twice: "Refunded a second time",
      missing: "Not in the file",
      amount_differs: "Another amount",
      overcharged: "Commission too high",
      undercharged: "Commission too low",
      late: "Paid late",
      chargeback: "Chargeback",
      above_cap: "Commission above the law's cap",
    } satisfies Record<Difference, string>,
  ],
  contract: ["Banka sözleşmesi", "Contract with the bank"],
  noContract: [
    "Sözleşme yüklenmedi: komisyon ve ödeme günü önceden bilinmez.",
    "There is no contract: commission and payout day are not known beforehand.",
  ],
  allTerms: [
    (count: number) => `Satırları göster (${count})`,
    (count: number) => `Show the lines (${count})`,
  ],
  acquirer: ["Sanal POS", "Virtual POS"],
  every: ["Hepsi", "All"],
  chooseConnection: ["Seçin", "Choose"],
  show: ["Göster", "Show"],
  nameConnection: [
    (titles: string) =>
      titles === ""
        ? "Bu modda bir banka bağlantısı yok; dosya karşılaştırılamaz."
        : `Dosyanın hangi sanal POS'a ait olduğunu seçin: ${titles}.`,
    (titles: string) =>
      titles === ""
        ? "There is no bank connection in this mode, so no file can be compared."
        : `Choose the virtual POS of the file: ${titles}.`,
  ],
  type: ["Ödeme yöntemi", "Payment method"],
  rate: ["Komisyon", "Commission"],
  valueDays: ["Ödeme süresi (gün)", "Days to payout"],
  uploadContract: ["Sözleşme yükle", "Import a contract"],
  sandbox: ["Test bankası", "Test bank"],
  sandboxHint: [
    "Test bankasının dosyasını indirin ve karşılaştırın. İçindeki bir tutarı değiştirirseniz fark görünür.",
    "Download the test bank's file and compare it. Change an amount in it to see a difference.",
  ],
  until: ["Şu güne kadar ödedikleri", "Payouts until"],
  download: ["Dosyayı indir", "Download the file"],
  takeContract: ["Test bankasının sözleşmesini kullan", "Use the test bank's contract"],
});
