import type { Language } from "../../kernel/language.ts";
import type {
  ConnectionFault,
  ConnectionProblem,
} from "../../domain/connection/connection-fault.ts";
import { useLanguage } from "../../page/kit/reader.ts";
import { catalogue } from "../../page/kit/catalogue.ts";
const ALLOWED = catalogue("Olabilecek değerler", "Possible values");
const PROBLEMS = catalogue({
  required: ["Bu alan zorunludur.", "This field is required."],
  unknown_value: ["Bu değer geçerli değil.", "This value is not possible."],
  does_not_match: [
    "Değer, bankanın verdiği biçimde değil.",
    "The value does not have the form that the bank gives it.",
  ],
  too_long: ["Değer çok uzun.", "The value is too long."],
  unknown_field: ["Bu protokolde böyle bir alan yok.", "This protocol has no such field."],
  not_live: ["Bu banka canlı ödeme için kullanılamaz.", "This bank can't take live payments."],
  one_currency_only: [
    "Tutar sınırı için yalnızca bir para birimi seçin.",
    "Choose one currency only if there are amount limits.",
  ],
  not_above_minimum: [
    "Üst sınır, alt sınırdan büyük olmalı.",
    "The upper limit must be above the lower one.",
  ],
  not_after_start: ["Bitiş, başlangıçtan sonra olmalı.", "The end must be after the start."],
  needs_programs: [
    "Taksit için en az bir kart programı seçin.",
    "Choose at least one card program for installments.",
  ],
  full_authentication_missing: [
    "mdStatus 1 (tam doğrulama) her zaman kabul edilmelidir.",
    "mdStatus 1 (full authentication) must always be accepted.",
  ],
  terminal_taken: [
    "Bu terminal başka bir bağlantıda kullanılıyor.",
    "Another connection uses this terminal.",
  ],
  title_taken: ["Bu ad başka bir kayıtta kullanılıyor.", "Another one has this name."],
  other_terminal: [
    "Bilgiler başka bir terminale ait. Başka terminal için yeni bağlantı ekleyin.",
    "The credentials are of another terminal. Add a connection for that terminal.",
  ],
  bank_refused: [
    "Banka bu bilgileri kabul etmedi; eskileri geçerli.",
    "The bank did not accept these credentials; the old ones stay in force.",
  ],
  bank_silent: [
    "Bankadan anlaşılır yanıt gelmedi; eski bilgiler geçerli.",
    "The bank gave no clear answer; the old credentials stay in force.",
  ],
  changed_meanwhile: [
    "Kayıt bu arada değişti. Sayfayı yenileyip tekrar deneyin.",
    "It has changed meanwhile. Reload it and try again.",
  ],
  forbidden_host: ["Bu sunucuya bağlanılamaz.", "This host can't be called."],
  too_many: ["Daha fazla eklenemez.", "No more can be added."],
} satisfies Readonly<Record<ConnectionProblem, readonly [tr: string, en: string]>>);

/** Returns the sentence about a field of a form, undefined if nothing is wrong with it. */
export function useFaultText(
  faults: readonly ConnectionFault[],
): (field: string) => string | undefined {
  const language = useLanguage();
  return (field) => {
    const found = faults.find((one) => one.field === field);
    return found === undefined ? undefined : faultText(found, language);
  };
}

/** The sentence about a field that was refused, with the values that it may have. */
export function faultText(fault: ConnectionFault, language: Language): string {
  const { problem, allowed, told = "" } = fault;
  const sentence = PROBLEMS[language][problem];
  if (told !== "") return `${sentence} (${told})`;
  if (allowed === undefined || allowed.length === 0) return sentence;
  return `${sentence} ${ALLOWED[language]}: ${allowed.slice(0, 20).join(", ")}.`;
}
