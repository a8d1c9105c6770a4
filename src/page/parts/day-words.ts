import { catalogue } from "../kit/catalogue.ts";

/** The texts of a choice of days. */
export const dayWords = catalogue({
  choose: ["Tarih aralığı", "Dates"],
  own: ["Tarih seç", "Choose dates"],
  all: ["Tüm zamanlar", "All time"],
  from: ["İlk gün", "First day"],
  to: ["Son gün", "Last day"],
  show: ["Göster", "Show"],
  form: ["gg.aa.yyyy", "dd/mm/yyyy"],
  openCalendar: ["Takvimi aç", "Open the calendar"],
  wrongDay: [
    "Tarihi gg.aa.yyyy biçiminde yazın, örneğin 23.11.2026.",
    "Write the date as dd/mm/yyyy, for example 23/11/2026.",
  ],
  since: [(day: string) => `${day} tarihinden beri`, (day: string) => `since ${day}`],
  until: [(day: string) => `${day} tarihine kadar`, (day: string) => `until ${day}`],
  presets: {
    today: ["Bugün", "Today"],
    yesterday: ["Dün", "Yesterday"],
    last7: ["Son 7 gün", "Last 7 days"],
    last30: ["Son 30 gün", "Last 30 days"],
    thisMonth: ["Bu ay", "This month"],
    lastMonth: ["Geçen ay", "Last month"],
  },
});
