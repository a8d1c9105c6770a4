import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";

export const securityWords = catalogue({
  title: ["Güvenlik", "Security"],
  reports: ["Tarayıcıların bildirdiği engellemeler", "Requests that browsers reported as blocked"],
  reportsIntro: [
    "Ödeme sayfalarının içerik güvenliği ilkesi (CSP) bir şeyi engellerse müşterinin tarayıcısı " +
      "bunu bildirir. Tarayıcı eklentileri de bildirime yol açar; bilmediğiniz bir siteye giden " +
      "bağlantılar ise sayfaya yabancı kod eklendiğini gösterebilir.",
    "If the content security policy (CSP) of a payment page blocks a request, the customer's " +
      "browser reports it. Browser extensions cause reports, too; connections to a site that you " +
      "don't know may show that foreign code was added to the page.",
  ],
  installationIntro: [
    "Panelin, belgelerin, demo mağazanın ve oturumu bilinmeyen ödeme sayfalarının bildirimleri. " +
      "Üye iş yerlerinin ödeme sayfalarınınki kendi güvenlik sayfalarındadır.",
    "Reports of the panel, the documentation, the demo shop and payment pages of unknown sessions. " +
      "Those of a merchant's payment pages are on that merchant's security page.",
  ],
  noReports: ["Son 30 günde bildirim gelmedi.", "There were no reports in the last 30 days."],
  refused: [
    (day: string) =>
      `Çok sayıda geldiği için bildirimlerin bir bölümü alınmadı, son olarak ${day} günü. Aralarında ` +
      "gerçek bir engelleme olabilir: sayfaları vezne page-watch ile denetleyin.",
    (day: string) =>
      `So many reports came that some were refused, last on ${day}. A true one may be among them: ` +
      "check the pages with vezne page-watch.",
  ],
  ages: ["Anahtarların yaşı", "Age of the keys"],
  agesIntro: [
    (days: number) =>
      `Bir anahtar en çok ${days} gün kullanılmalıdır. Yenilediğinizde eskisi, seçtiğiniz süre ` +
      "boyunca çalışmayı sürdürür.",
    (days: number) =>
      `A key should be in use for ${counted(days, "day")} at most. When you replace one, the old one goes on ` +
      "working for as long as you choose.",
  ],
  noKeys: ["Görebileceğiniz anahtar yok.", "There are no keys that you may see."],
  key: ["Anahtar", "Key"],
  since: ["Kullanımda", "In use since"],
  due: ["Son kullanım günü", "Replace by"],
  state: ["Durum", "State"],
  states: {
    good: ["Geçerli", "Good"],
    due_soon: ["Yakında yenileyin", "Replace it soon"],
    overdue: ["Yenileyin", "Replace it"],
  },
  vaultKey: ["Kayıtlı kartların anahtarı", "Key of the stored cards"],
  vaultKeyIntro: [
    "Kayıtlı kartlar ve doğrulama uygulamalarının sırları bu anahtarla şifrelidir. Çalışırken " +
      "yenilenir: npx --no vezne vault rotate.",
    "Stored cards and the secrets of authenticator apps are encrypted under it. It is replaced " +
      "while the service runs: npx --no vezne vault rotate.",
  ],
  noVaultKey: [
    "Henüz anahtar yok: hiç kart kaydedilmedi.",
    "There is no key yet: no card has been stored.",
  ],
  vaultKeyDue: [
    (day: string) => `Kayıtlı kartların anahtarı ${day} tarihine kadar yenilenmelidir.`,
    (day: string) => `The key of the stored cards should be replaced by ${day}.`,
  ],
  day: ["Gün", "Day"],
  page: ["Sayfa", "Page"],
  directive: ["İlke", "Directive"],
  blocked: ["Engellenen", "Blocked"],
  count: ["Bildirim", "Reports"],
  others: ["Diğer siteler", "Other sites"],
  pages: {
    checkout: ["Ödeme sayfası", "Payment page"],
    frame: ["Çerçevedeki ödeme sayfası", "Payment page in a frame"],
    bank: ["Bankaya geçiş", "On the way to the bank"],
    returned: ["Bankadan dönüş", "Back from the bank"],
    panel: ["Panel", "Panel"],
    demo: ["Demo mağaza", "Demo shop"],
    docs: ["Belgeler", "Documentation"],
    other: ["Başka bir sayfa", "Another page"],
  },
});
