import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";

export const cardWords = catalogue({
  title: ["Kayıtlı kartlar", "Stored cards"],
  intro: [
    "Müşterilerin sonraki ödemeleri için kaydettiği kartlar. Kart numarası burada yoktur.",
    "Cards that customers saved for later payments. This page shows no card numbers.",
  ],
  customer: ["Müşteri numarası", "Customer id"],
  find: ["Ara", "Find"],
  clear: ["Temizle", "Clear"],
  none: ["Kayıtlı kart yok.", "There is no stored card."],
  card: ["Kart", "Card"],
  bank: ["Banka", "Bank"],
  expiry: ["Son kullanma", "Expires"],
  holder: ["Kart sahibi", "Card holder"],
  saved: ["Kaydedildi", "Saved"],
  erase: ["Sil", "Erase"],
  eraseTitle: ["Kartı sil", "Erase the card"],
  eraseEffect: [
    "Müşteri bu kartla ödemek için onu yeniden girmelidir. Geri alınamaz.",
    "The customer has to type the card again to pay with it. This can't be undone.",
  ],
  erased: ["Kart silindi.", "The card was erased."],
  unknown: ["Böyle bir kart yok.", "There is no such card."],
  cardNumber: [
    "Kart numarası aranmaz ve saklanmaz. Müşteri numarasını yazın.",
    "Card numbers are neither searched for nor kept. Type the customer id.",
  ],
  total: [(count: number) => `${count} kart`, (count: number) => counted(count, "card")],
});
