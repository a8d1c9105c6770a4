import {
  LINE_FLAWS,
  STATEMENT_FLAWS,
  STATEMENT_REFUSALS,
  type LineFlaw,
  type StatementFlaw,
  type StatementRefusal,
} from "../../file/statement/statement-error.ts";
import { catalogue } from "../../page/kit/catalogue.ts";

const FLAWS_TR: Readonly<Record<StatementFlaw, (text: string) => string>> = {
  neither_format: () => "ne camt.053 ne de MT940 ekstresi",
  another_kind: (text) => `dosya ${text}; metin ya da XML olarak bir ekstre değil`,
  another_message: (text) => `dosya ${text}; camt.053 ya da MT940 ekstresi değil`,
  not_the_encoding: (text) => `dosya ${text} metni değil`,
  document_type: () => "hiçbir ekstrede olmayan bir belge türü bildirimi var",
  not_well_formed: () => "dosya bozuk ya da yarım",
  no_camt053: () => "XML dosyası bir camt.053 ekstresi değil",
  no_mt940: () => "MT940 ekstresi yok, :25: eksik",
  account_too_long: (text) => `"${text}" hesabının (Acct ya da :25:) 255 karakterden uzun adı var`,
  too_slow: () => "dosyayı okumak çok uzun sürüyor; daha küçük dosyalara bölün",
  too_heavy: () => "dosyayı okumak çok fazla bellek istiyor; daha küçük dosyalara bölün",
};

const LINE_FLAWS_TR: Readonly<Record<LineFlaw, string>> = {
  not_an_entry: "ekstre hareketi değil",
  not_an_amount: "tutarı okunamıyor",
  no_currency: "tutarın para birimi yok",
  no_day: "işlem günü yok",
  not_a_day: "işlem günü takvimde olmayan bir gün",
  may_be_text:
    "gönderenin tam dolu bir metin satırının ardında duruyor, bakiyeler onsuz da tutuyor",
};

const REFUSALS_TR: Readonly<Record<StatementRefusal, string>> = {
  not_balanced: "hareketler açılış bakiyesinden kapanış bakiyesine götürmüyor",
  no_balance: "açılış (:60F:) ya da kapanış bakiyesi (:62F:) yok, belki dosya yarım",
  no_account: "hesap yazmıyor",
  out_of_order: "kapanış bakiyesinden sonra bir hareket ya da ikinci bir kapanış bakiyesi var",
  pages_apart: "bir sayfa, öncekinin bittiği bakiyeyle başlamıyor",
  behind_text: "önceki ekstre tutmuyor ve gönderenin bir metni içinde bitmiş olabilir",
  unreadable: "bakiye yok ve bir tutar okunamıyor",
};

/** Texts about a statement file that was not taken, or not all of it. */
export const importWords = catalogue({
  flaws: [FLAWS_TR, STATEMENT_FLAWS],
  lineFlaws: [LINE_FLAWS_TR, LINE_FLAWS],
  refusals: [REFUSALS_TR, STATEMENT_REFUSALS],
  refusedHint: [
    "Bankadan doğru dosyayı alıp yükleyin; öteki ekstreler işlendi.",
    "Get the right file from the bank and import it; the other statements were taken.",
  ],
  setAsideHint: [
    "Bu satırlar okunamadı ve alınmadı; hesap hareketleriyle karşılaştırın.",
    "These lines can't be read and were not taken; compare them with the account.",
  ],
  difference: [(amount: string) => `fark ${amount}`, (amount: string) => `difference ${amount}`],
  line: [(number: number) => `${number}. satır`, (number: number) => `line ${number}`],
});
