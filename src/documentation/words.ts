import type { Language } from "../kernel/language.ts";
import type { Section } from "./doc-page.ts";

const sectionsTr: Readonly<Record<Section, string>> = {
  Start: "Başlangıç",
  Guides: "Kılavuzlar",
  Operations: "İşlemler (İngilizce)",
  Reference: "Başvuru",
};

const sectionsEn: Readonly<Record<Section, string>> = {
  Start: "Start",
  Guides: "Guides",
  Operations: "Operations",
  Reference: "Reference",
};

const tr = {
  skip: "Metne geç",
  otherLanguage: "English",
  search: "Ara",
  searchLabel: "Belgelerde ara",
  found: "sonuç bulundu",
  nothingFound: "Sonuç bulunamadı",
  typeWord: "Bir sözcük yazın: iade, 409 ya da session_expired gibi.",
  results: (count: number) =>
    count === 0 ? "Bu sözcüklerin hepsini içeren sayfa yok." : `${count} sonuç.`,
  doors: "Vezne’nin öteki bölümleri",
  demo: "Örnek mağaza",
  contents: "İçindekiler",
  onThisPage: "Bu sayfada",
  asMarkdown: "Bu sayfanın Markdown hâli",
  copy: "Kopyala",
  copied: "Kopyalandı",
  language: "Kodun dili",
  ownKey: "Test anahtarınız",
  useKey: "Örneklerde kullan",
  ownKeyText: "Anahtar yalnızca tarayıcınızın bu sekmesinde kalır.",
  sections: sectionsTr,
};

const en: typeof tr = {
  skip: "Skip to the text",
  otherLanguage: "Türkçe",
  search: "Search",
  searchLabel: "Search the documentation",
  found: "found",
  nothingFound: "Nothing found",
  typeWord: "Type a word, such as refund, 409 or session_expired.",
  results: (count: number) => {
    if (count === 0) return "No page contains all of these words.";
    return count === 1 ? "1 result." : `${count} results.`;
  },
  doors: "Other parts of Vezne",
  demo: "Demo shop",
  contents: "Contents",
  onThisPage: "On this page",
  asMarkdown: "This page as Markdown",
  copy: "Copy",
  copied: "Copied",
  language: "Language of the code",
  ownKey: "Your test key",
  useKey: "Use in the samples",
  ownKeyText: "The key stays in this tab of your browser.",
  sections: sectionsEn,
};

/** The texts around the pages of the documentation. */
export const docsWords: Readonly<Record<Language, typeof tr>> = { tr, en };
