import { CURRENCY_CODES } from "../../kernel/currency.ts";
import { listed } from "../../kernel/text.ts";
import type { UnmatchedReason } from "../../domain/transfer/statement-line.ts";
import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";

const TR: Readonly<Record<UnmatchedReason, string>> = {
  unknown_reference: "Açıklamada kod yok",
  ambiguous_reference: "Birden çok ödemenin kodu var",
  wrong_account: "Başka bir üye iş yerinin hesabı",
  wrong_currency: "Para birimi farklı",
  too_little: "Eksik tutar",
  too_much: "Fazla tutar",
  already_paid: "Zaten ödenmiş",
  late: "Süresi dolmuş",
  second_person: "Onay sınırının üstünde: ekstreyi yükleyenden başka biri yazmalı",
};

const EN: Readonly<Record<UnmatchedReason, string>> = {
  unknown_reference: "No known code",
  ambiguous_reference: "Codes of more than one payment",
  wrong_account: "Another merchant's account",
  wrong_currency: "Another currency",
  too_little: "Too little",
  too_much: "Too much",
  already_paid: "Paid before",
  late: "Too late",
  second_person: "Above the approval limit: a person other than the uploader must assign it",
};

export const transferWords = catalogue({
  title: ["Havaleler", "Transfers"],
  waiting: ["Beklenen havaleler", "Expected transfers"],
  noWaiting: [
    "Beklenen havale yok. Müşteri havaleyle ödemeyi seçince burada görünür.",
    "No transfer is expected. One appears here once a customer chooses to pay by transfer.",
  ],
  order: ["Sipariş", "Order"],
  code: ["Açıklama kodu", "Reference code"],
  amount: ["Tutar", "Amount"],
  bank: ["Banka", "Bank"],
  since: ["Başladı", "Since"],
  until: ["Son gün", "Until"],
  queue: ["Eşleşmeyen hareketler", "Unmatched lines"],
  queueHint: [
    "Bu paralar geldi ama hiçbir ödemeyle eşleşmedi. Açın; bir siparişe yazın ya da geri gönderin.",
    "This money arrived, but it matches no payment. Open a line to assign it or to send it back.",
  ],
  partOf: [
    (amount: string) => `${amount} tutarından kalan`,
    (amount: string) => `left of ${amount}`,
  ],
  noQueue: ["Eşleşmeyen hareket yok.", "There is no unmatched line."],
  oldest: [
    (count: number) => `En eski ${count} satır; ötekiler bunlar bitince görünür.`,
    (count: number) =>
      `The oldest ${counted(count, "line")}; the others appear once these are done.`,
  ],
  reason: ["Neden", "Reason"],
  description: ["Açıklama", "Description"],
  sender: ["Gönderen", "Sender"],
  day: ["Gün", "Day"],
  reference: ["Geri gönderimin banka numarası", "Bank's number of the return"],
  givenBack: ["Hareket geri gönderildi olarak yazıldı.", "The line was recorded as sent back."],
  noReference: [
    "Geri gönderimin banka numarasını yazın, en çok 255 karakter.",
    "Type the bank's number of the return, 255 characters at most.",
  ],
  upload: ["Ekstre yükle", "Import a statement"],
  file: ["Ekstre dosyası", "Statement file"],
  fileHint: [
    "Bankanızın verdiği camt.053 ya da MT940 dosyası, en çok 8 MB.",
    "camt.053 or MT940 as your bank gives it, 8 MB at most.",
  ],
  choose: ["Bir dosya seçin.", "Choose a file."],
  unreadable: [
    (reason: string) => `Dosya okunamadı, hiçbir şey değişmedi: ${reason}.`,
    (reason: string) => `The file can't be read, nothing was changed: ${reason}.`,
  ],
  import: ["Yükle ve eşleştir", "Import and match"],
  imported: ["Ekstre işlendi", "The statement was imported"],
  lines: ["Gelen para hareketi", "Lines of money that arrived"],
  matched: ["Ödemesi tamamlanan", "Payments completed"],
  unmatched: ["Eşleşmeyen", "Unmatched"],
  duplicates: ["Daha önce görülmüş", "Seen before"],
  possibleCopies: ["Bunlardan banka numarası olmayan", "Of these, without a number of the bank"],
  possibleCopiesHint: [
    "Banka bu satırlara numara vermedi; daha önce alınan bir satırla aynılar. " +
      "Aynı hareket mi, ikinci bir ödeme mi, hesap hareketleriyle karşılaştırın.",
    "The bank gave these lines no number, and they equal a line that was stored before. " +
      "Compare them with the account: each is the same booking, or a second payment.",
  ],
  putOff: ["İşlenemedi, yeniden denenecek", "Not processed yet, will be tried again"],
  skipped: ["Para girişi olmayan", "No incoming money"],
  setAside: ["Ayrılan satır", "Lines set aside"],
  refused: ["Alınmayan ekstre", "Statements refused"],
  notBalanced: [
    "Dosyadaki bir ekstre tutmuyor; ondan hiçbir şey alınmadı.",
    "A statement of the file does not add up; nothing of it was imported.",
  ],
  accounts: ["Hesaplar", "Accounts"],
  accountsIntro: [
    "Müşteriler parayı bu hesaplara gönderir. İlk sıradaki önce gösterilir.",
    "Customers send money to these accounts. The first one is offered first.",
  ],
  noAccounts: [
    "Hesap yok. Test ortamında ilk havalede örnek hesaplar açılır.",
    "There is no account. Test mode gets some with the first transfer.",
  ],
  iban: ["IBAN", "IBAN"],
  bankName: ["Banka adı", "Name of the bank"],
  bankCode: ["Banka kodu", "Bank code"],
  bankCodeHint: ["Türkiye IBAN'ında boş bırakın.", "Leave it empty for a Turkish IBAN."],
  holder: ["Hesap sahibi", "Account holder"],
  currency: ["Para birimi", "Currency"],
  addAccount: ["Hesap ekle", "New account"],
  add: ["Hesabı ekle", "Add the account"],
  withdraw: ["Kaldır", "Remove"],
  withdrawEffect: [
    "Yeni müşterilere bu hesap gösterilmez. Önceden istenen havaleler yine tanınır.",
    "New customers are not shown this account. Transfers that were requested before are still " +
      "recognised.",
  ],
  added: ["Hesap eklendi.", "The account was added."],
  withdrawn: [
    "Hesap kaldırıldı; önceden istenen havaleler yine tanınır.",
    "The account was removed; transfers that were requested before are still recognised.",
  ],
  accountTaken: [
    "Bu hesap burada kullanılıyor. Sizinse sistemi işletene başvurun.",
    "This account is in use here. If it is yours, ask the operator of the system.",
  ],
  refusals: {
    iban: ["Geçerli bir IBAN değil.", "This is no valid IBAN."],
    bank_code: [
      "Bankanın kodunu yazın: 1–11 harf ve rakam.",
      "Type the bank's code: 1 to 11 letters and digits.",
    ],
    bank_name: ["Banka adını yazın.", "Type the name of the bank."],
    account_holder: ["Hesap sahibini yazın.", "Type the account holder."],
    currency: [
      `${listed(CURRENCY_CODES, "ya da")} olmalı.`,
      `Must be ${listed(CURRENCY_CODES, "or")}.`,
    ],
  },
  reasons: [TR, EN],
});
