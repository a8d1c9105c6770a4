import type { Language } from "../../kernel/language.ts";
import type {
  ConnectionFault,
  ConnectionProblem,
} from "../../domain/connection/connection-fault.ts";
import { useLanguage } from "../../page/kit/reader.ts";
import { catalogue } from "../../page/kit/catalogue.ts";

type Problems = Readonly<Record<ConnectionProblem, string>>;

const TR: Problems = {
  required: "Bu alan zorunludur.",
  unknown_value: "Bu değer geçerli değil.",
  does_not_match: "Değer, bankanın verdiği biçimde değil.",
  too_long: "Değer çok uzun.",
  unknown_field: "Bu protokolde böyle bir alan yok.",
  not_live: "Bu banka canlı ödeme için kullanılamaz.",
  one_currency_only: "Tutar sınırı için yalnızca bir para birimi seçin.",
  not_above_minimum: "Üst sınır, alt sınırdan büyük olmalı.",
  not_after_start: "Bitiş, başlangıçtan sonra olmalı.",
  needs_programs: "Taksit için en az bir kart programı seçin.",
  full_authentication_missing: "mdStatus 1 (tam doğrulama) her zaman kabul edilmelidir.",
  terminal_taken: "Bu terminal başka bir bağlantıda kullanılıyor.",
  title_taken: "Bu ad başka bir kayıtta kullanılıyor.",
  other_terminal: "Bilgiler başka bir terminale ait. Başka terminal için yeni bağlantı ekleyin.",
  bank_refused: "Banka bu bilgileri kabul etmedi; eskileri geçerli.",
  bank_silent: "Bankadan anlaşılır yanıt gelmedi; eski bilgiler geçerli.",
  changed_meanwhile: "Kayıt bu arada değişti. Sayfayı yenileyip tekrar deneyin.",
  forbidden_host: "Bu sunucuya bağlanılamaz.",
  too_many: "Daha fazla eklenemez.",
};

const EN: Problems = {
  required: "This field is required.",
  unknown_value: "This value is not possible.",
  does_not_match: "The value does not have the form that the bank gives it.",
  too_long: "The value is too long.",
  unknown_field: "This protocol has no such field.",
  not_live: "This bank can't take live payments.",
  one_currency_only: "Choose one currency only if there are amount limits.",
  not_above_minimum: "The upper limit must be above the lower one.",
  not_after_start: "The end must be after the start.",
  needs_programs: "Choose at least one card program for installments.",
  full_authentication_missing: "mdStatus 1 (full authentication) must always be accepted.",
  terminal_taken: "Another connection uses this terminal.",
  title_taken: "Another one has this name.",
  other_terminal: "The credentials are of another terminal. Add a connection for that terminal.",
  bank_refused: "The bank did not accept these credentials; the old ones stay in force.",
  bank_silent: "The bank gave no clear answer; the old credentials stay in force.",
  changed_meanwhile: "It has changed meanwhile. Reload it and try again.",
  forbidden_host: "This host can't be called.",
  too_many: "No more can be added.",
};

const ALLOWED = catalogue("Olabilecek değerler", "Possible values");
const PROBLEMS = catalogue<Problems>(TR, EN);

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
