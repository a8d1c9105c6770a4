import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";

export const eraseWords = catalogue({
  open: ["Kişisel verilerini sil", "Erase personal data"],
  title: ["Müşterinin kişisel verilerini sil", "Erase the customer's personal data"],
  payments: ["Ödeme", "Payments"],
  erasedTitle: ["Silinecekler", "What will be erased"],
  erased: [
    [
      "Adı, e-postası, telefonu, adresleri ve müşteri numarası",
      "Ödemelerindeki kart haneleri, ağ adresi ve sizin eklediğiniz ek bilgiler (metadata)",
      "Ödemelerine yazılan notlar ve yarım kalmış formlar",
      "Eşleşen havalelerde gönderenin adı, IBAN'ı ve açıklaması",
    ],
    [
      "Name, e-mail address, phone, addresses and customer number",
      "The card digits and network of the payments, and the metadata that you added",
      "Notes about the payments, and forms that were left unfinished",
      "Sender, IBAN and description of matched transfers",
    ],
  ],
  erasedCards: ["Kayıtlı kartları", "The stored cards"],
  keptTitle: ["Yasa gereği kalacaklar", "What the law requires to stay"],
  kept: [
    [
      "Ödemelerin ve iadelerin tutarı, durumu, tarihi ve numaraları",
      "Muhasebe kayıtları ve denetim kaydı",
      "Ticaret ve vergi mevzuatı bunların yıllarca saklanmasını ister; iade yine yapılabilir.",
    ],
    [
      "Amounts, states, dates and numbers of payments and refunds",
      "The books and the audit log",
      "Commercial and tax law require these for years; refunds stay possible.",
    ],
  ],
  elsewhere: [
    "Webhook'larla gönderilen, dışa aktarılan ve yedeklenen kopyalar ile bankadaki kayıtlar " +
      "buradan silinemez. Silinen veriler geri getirilemez.",
    "Copies in sent webhooks, exports and backups, and the records of the bank, cannot be " +
      "erased from here. Erased data cannot be restored.",
  ],
  erase: ["Kalıcı olarak sil", "Erase for good"],
  done: [
    (payments: number, cards: number) =>
      `${payments} ödemenin kişisel verileri ve ${cards} kayıtlı kart silindi.`,
    (payments: number, cards: number) =>
      `The personal data of ${counted(payments, "payment")} and ` +
      `${counted(cards, "stored card")} was erased.`,
  ],
  left: [
    (payments: number, left: number, names: string) =>
      `${payments} ödemenin verisi silindi. ${left} ödeme veya oturum sürüyor; bitince yeniden silin: ${names}.`,
    (payments: number, left: number, names: string) =>
      `The data of ${counted(payments, "payment")} was erased. ${left} still under way; ` +
      `erase again after the end of: ${names}.`,
  ],
});
