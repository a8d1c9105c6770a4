import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";

export const securityWords = catalogue(
  {
    title: "Güvenlik",
    reports: "Tarayıcıların bildirdiği engellemeler",
    reportsIntro:
      "Ödeme sayfalarının içerik güvenliği ilkesi (CSP) bir şeyi engellerse müşterinin tarayıcısı " +
      "bunu bildirir. Tarayıcı eklentileri de bildirime yol açar; bilmediğiniz bir siteye giden " +
      "bağlantılar ise sayfaya yabancı kod eklendiğini gösterebilir.",
    installationIntro:
      "Panelin, belgelerin, demo mağazanın ve oturumu bilinmeyen ödeme sayfalarının bildirimleri. " +
      "Üye iş yerlerinin ödeme sayfalarınınki kendi güvenlik sayfalarındadır.",
    noReports: "Son 30 günde bildirim gelmedi.",
    refused: (day: string) =>
      `Çok sayıda geldiği için bildirimlerin bir bölümü alınmadı, son olarak ${day} günü. Aralarında ` +
      "gerçek bir engelleme olabilir: sayfaları vezne page-watch ile denetleyin.",
    ages: "Anahtarların yaşı",
    agesIntro: (days: number) =>
      `Bir anahtar en çok ${days} gün kullanılmalıdır. Yenilediğinizde eskisi, seçtiğiniz süre ` +
      "boyunca çalışmayı sürdürür.",
    noKeys: "Görebileceğiniz anahtar yok.",
    key: "Anahtar",
    since: "Kullanımda",
    due: "Son kullanım günü",
    state: "Durum",
    states: { good: "Geçerli", due_soon: "Yakında yenileyin", overdue: "Yenileyin" },
    vaultKey: "Kayıtlı kartların anahtarı",
    vaultKeyIntro:
      "Kayıtlı kartlar ve doğrulama uygulamalarının sırları bu anahtarla şifrelidir. Çalışırken " +
      "yenilenir: npx --no vezne vault rotate.",
    noVaultKey: "Henüz anahtar yok: hiç kart kaydedilmedi.",
    vaultKeyDue: (day: string) =>
      `Kayıtlı kartların anahtarı ${day} tarihine kadar yenilenmelidir.`,
    day: "Gün",
    page: "Sayfa",
    directive: "İlke",
    blocked: "Engellenen",
    count: "Bildirim",
    others: "Diğer siteler",
    pages: {
      checkout: "Ödeme sayfası",
      frame: "Çerçevedeki ödeme sayfası",
      bank: "Bankaya geçiş",
      returned: "Bankadan dönüş",
      panel: "Panel",
      demo: "Demo mağaza",
      docs: "Belgeler",
      other: "Başka bir sayfa",
    },
  },
  {
    title: "Security",
    reports: "Requests that browsers reported as blocked",
    reportsIntro:
      "If the content security policy (CSP) of a payment page blocks a request, the customer's " +
      "browser reports it. Browser extensions cause reports, too; connections to a site that you " +
      "don't know may show that foreign code was added to the page.",
    installationIntro:
      "Reports of the panel, the documentation, the demo shop and payment pages of unknown sessions. " +
      "Those of a merchant's payment pages are on that merchant's security page.",
    noReports: "There were no reports in the last 30 days.",
    refused: (day: string) =>
      `So many reports came that some were refused, last on ${day}. A true one may be among them: ` +
      "check the pages with vezne page-watch.",
    ages: "Age of the keys",
    agesIntro: (days: number) =>
      `A key should be in use for ${counted(days, "day")} at most. When you replace one, the old one goes on ` +
      "working for as long as you choose.",
    noKeys: "There are no keys that you may see.",
    key: "Key",
    since: "In use since",
    due: "Replace by",
    state: "State",
    states: { good: "Good", due_soon: "Replace it soon", overdue: "Replace it" },
    vaultKey: "Key of the stored cards",
    vaultKeyIntro:
      "Stored cards and the secrets of authenticator apps are encrypted under it. It is replaced " +
      "while the service runs: npx --no vezne vault rotate.",
    noVaultKey: "There is no key yet: no card has been stored.",
    vaultKeyDue: (day: string) => `The key of the stored cards should be replaced by ${day}.`,
    day: "Day",
    page: "Page",
    directive: "Directive",
    blocked: "Blocked",
    count: "Reports",
    others: "Other sites",
    pages: {
      checkout: "Payment page",
      frame: "Payment page in a frame",
      bank: "On the way to the bank",
      returned: "Back from the bank",
      panel: "Panel",
      demo: "Demo shop",
      docs: "Documentation",
      other: "Another page",
    },
  },
);
