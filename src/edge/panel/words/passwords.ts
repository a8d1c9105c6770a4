import { catalogue } from "../catalogue.ts";

/** Choosing a password, wherever one is chosen. */
export const passwordWords = catalogue(
  {
    hint: "En az 12 karakter. Birkaç sözcük, kısa ve karmaşık bir paroladan iyidir.",
    weak: {
      too_short: "En az 12 karakter yazın.",
      too_long: "En çok 128 karakter yazın.",
      too_plain: "Bu parola çok kolay; e-postanızdan ve tek bir karakterden oluşmasın.",
    },
  },
  {
    hint: "At least 12 characters. A few words are better than something short and complicated.",
    weak: {
      too_short: "Type at least 12 characters.",
      too_long: "Type at most 128 characters.",
      too_plain: "This password is too easy; it must be more than your e-mail or one character.",
    },
  },
);
