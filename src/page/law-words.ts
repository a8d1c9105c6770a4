import { catalogue } from "./kit/catalogue.ts";
import { counted } from "./kit/counted.ts";

/** The texts of rules of the law; none of them is legal advice. */
export const lawWords = catalogue({
  goods: {
    other: ["Diğer mallar", "Other goods"],
    electrical_appliances: ["Beyaz eşya ve elektrikli eşya", "Electrical appliances"],
    electronics: ["Elektronik (televizyon hariç)", "Electronics (without televisions)"],
    computers: ["Bilgisayar", "Computers"],
    travel_domestic: ["Yurt içi seyahat", "Travel within Turkey"],
    travel_abroad: ["Yurt dışı seyahat", "Travel abroad"],
    health: ["Sağlık", "Health"],
    education: ["Eğitim", "Education"],
    taxes: ["Vergi", "Taxes"],
    associations: ["Kulüp ve dernek", "Clubs and associations"],
    transport: ["Taşımacılık", "Transport"],
    jewellery: ["Kuyum", "Jewellery"],
    telecom: ["Telekomünikasyon", "Telecommunication"],
    direct_marketing: ["Doğrudan pazarlama", "Direct marketing"],
    meals: ["Yemek", "Meals"],
    food: ["Gıda", "Food"],
    alcohol: ["Alkollü içecek", "Alcoholic drinks"],
    fuel: ["Akaryakıt", "Fuel"],
    cosmetics: ["Kozmetik", "Cosmetics"],
    office_supplies: ["Ofis malzemesi", "Office supplies"],
    gift_cards: ["Hediye kartı", "Gift cards"],
  },
  lawful: [
    (count: number) => (count === 1 ? "yasaca tek çekim" : `yasaca en çok ${count}`),
    (count: number) => (count === 1 ? "by law one payment" : `by law at most ${count}`),
  ],
  toBeChecked: ["kontrol edilmeli", "to be checked"],
  notApplied: [
    "Kaynağı iki yıldan eski olan sınır uygulanmaz; kendi sınırınızı yazın.",
    "A limit whose source is older than two years is not applied; type one of your own.",
  ],
  unmappedUsed: ["Mal türü seçilmemiş kategoriler", "Categories without a kind of goods"],
  unmappedHint: [
    "Son 30 günde ödeme alınan sepetlerdeki kategoriler. Mal türü seçilmedikçe yasanın taksit sınırı " +
      "uygulanmaz.",
    "Categories in the baskets of payments of the last 30 days. The law's installment limit is not " +
      "applied until a kind of goods is chosen.",
  ],
  unmapped: [
    "Burada satırı olmayan bir kategorinin sınırı yoktur, yasanın bir sınırı olsa bile. Kaynağı iki " +
      "yıldan eski bir yasal sınır uygulanmaz.",
    "A category without a row here has no limit, even where the law has one. A limit by law whose " +
      "source is older than two years is not applied.",
  ],
  aboveRate: [
    (rate: string, from: string) => `yasal tavanın üstünde: ${rate} (${from})`,
    (rate: string, from: string) => `above the legal cap of ${rate} (${from})`,
  ],
  aboveDays: [
    (days: number, from: string) => `yasaca en çok ${days} gün (${from})`,
    (days: number, from: string) => `the law allows ${counted(days, "day")} at most (${from})`,
  ],
  lateRefund: [
    (days: number) => `${days} günü geçti: cayma iadesi için yasal süre`,
    (days: number) => `older than ${counted(days, "day")}, the law's time after a withdrawal`,
  ],
});
