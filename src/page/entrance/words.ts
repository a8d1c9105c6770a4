import type { Language } from "../../kernel/language.ts";

const tr = {
  languageName: "Türkçe",
  languages: "Dil",
  tagline: "Kendi sunucunuzda ödeme",
  doors: "Nereye gitmek istersiniz?",
  demo: {
    name: "Örnek mağaza",
    text: "Bir alışverişi baştan sona deneyin; gerçek para hareket etmez.",
  },
  panel: { name: "Panel", text: "Ödemeleri, iadeleri, mutabakatı ve ayarları yönetin." },
  docs: {
    name: "Belgeler",
    text: "Vezne'yi mağazanıza bağlayın: ilk adımlar, kılavuzlar ve bütün işlemler.",
  },
  nowhere: "Böyle bir sayfa yok",
  nowhereText: "Adres yanlış yazılmış ya da sayfa kaldırılmış olabilir.",
  customers:
    "Ödeme sayfasını arıyorsanız alışveriş yaptığınız siteye dönün ve ödemeye oradan yeniden başlayın.",
};

const en: typeof tr = {
  languageName: "English",
  languages: "Language",
  tagline: "Payments on your own server",
  doors: "Where would you like to go?",
  demo: {
    name: "Demo shop",
    text: "Try a purchase from the basket to the receipt; no real money moves.",
  },
  panel: { name: "Panel", text: "Manage payments, refunds, settlement and settings." },
  docs: {
    name: "Documentation",
    text: "Connect Vezne to your shop: first steps, guides and all operations.",
  },
  nowhere: "There is no such page",
  nowhereText: "The address may be mistyped, or the page may have been removed.",
  customers:
    "If you are looking for a payment page, return to the shop and start the payment from there again.",
};

export const WORDS: Readonly<Record<Language, typeof tr>> = { tr, en };
