import { catalogue } from "../../page/kit/catalogue.ts";

/** Texts of every form that sets a password. */
export const passwordWords = catalogue({
  hint: [
    "En az 12 karakter; harf ve rakam içermeli. Birkaç sözcük, kısa bir paroladan iyidir.",
    "At least 12 characters with a letter and a digit. A few words are better than one.",
  ],
  weak: {
    too_short: ["En az 12 karakter yazın.", "Type at least 12 characters."],
    too_long: ["En çok 128 karakter yazın.", "Type at most 128 characters."],
    one_kind: ["En az bir harf ve bir rakam yazın.", "Type at least one letter and one digit."],
    too_plain: [
      "Bu parola kolay tahmin edilir; sıralı ya da yinelenen karakterlerden oluşmasın.",
      "This password is too easy: it is a sequence or a repetition.",
    ],
    too_common: [
      "Bu parola çok kullanılan bir sözcükten oluşuyor. Başka sözcükler ekleyin.",
      "This password is mostly a common word. Add other words.",
    ],
    has_name: [
      "Bu parola e-postanızdan ya da firma adınızdan oluşuyor. Başka sözcükler ekleyin.",
      "This password is mostly your e-mail or your company's name. Add other words.",
    ],
    used_before: [
      "Son 4 parolanızdan birini yeniden kullanamazsınız.",
      "You can't use one of your last 4 passwords again.",
    ],
  },
});
