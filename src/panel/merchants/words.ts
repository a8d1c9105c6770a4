import { catalogue } from "../../page/kit/catalogue.ts";

export const merchantsWords = catalogue({
  title: ["Üye iş yerleri", "Merchants"],
  name: ["Ad", "Name"],
  id: ["Numara", "Id"],
  created: ["Oluşturuldu", "Created"],
  state: ["Durum", "State"],
  active: ["Ödeme alıyor", "Takes payments"],
  suspended: ["Askıda", "Suspended"],
  open: ["Aç", "Open"],
  none: ["Henüz üye iş yeri yok.", "There is no merchant yet."],
  addTitle: ["Yeni üye iş yeri", "New merchant"],
  add: ["Oluştur", "Create"],
  nameWrong: ["1 ile 255 karakter arası bir ad yazın.", "Type a name of 1 to 255 characters."],
  keysOnce: [
    "Anahtarları şimdi iletin; bir daha gösterilmez.",
    "Hand the keys over now; they are not shown again.",
  ],
  testKey: ["Test API anahtarı", "Test API key"],
  liveKey: ["Canlı API anahtarı", "Live API key"],
  secret: ["Webhook anahtarı", "Webhook secret"],
});
