import { catalogue } from "../kit/catalogue.ts";

/** The texts of a choice of days. */
export const dayWords = catalogue(
  {
    choose: "Tarih aralığı",
    own: "Tarih seç",
    all: "Tüm zamanlar",
    from: "İlk gün",
    to: "Son gün",
    show: "Göster",
    form: "gg.aa.yyyy",
    openCalendar: "Takvimi aç",
    wrongDay: "Tarihi gg.aa.yyyy biçiminde yazın, örneğin 23.11.2026.",
    since: (day: string) => `${day} tarihinden beri`,
    until: (day: string) => `${day} tarihine kadar`,
    presets: {
      today: "Bugün",
      yesterday: "Dün",
      last7: "Son 7 gün",
      last30: "Son 30 gün",
      thisMonth: "Bu ay",
      lastMonth: "Geçen ay",
    },
  },
  {
    choose: "Dates",
    own: "Choose dates",
    all: "All time",
    from: "First day",
    to: "Last day",
    show: "Show",
    form: "dd/mm/yyyy",
    openCalendar: "Open the calendar",
    wrongDay: "Write the date as dd/mm/yyyy, for example 23/11/2026.",
    since: (day: string) => `since ${day}`,
    until: (day: string) => `until ${day}`,
    presets: {
      today: "Today",
      yesterday: "Yesterday",
      last7: "Last 7 days",
      last30: "Last 30 days",
      thisMonth: "This month",
      lastMonth: "Last month",
    },
  },
);
