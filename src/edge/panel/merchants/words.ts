import { catalogue } from "../kit/catalogue.ts";

export const merchantsWords = catalogue(
  {
    title: "Üye iş yerleri",
    name: "Ad",
    id: "Numara",
    created: "Oluşturuldu",
    open: "Aç",
    none: "Henüz üye iş yeri yok.",
    addTitle: "Yeni üye iş yeri",
    add: "Oluştur",
    nameWrong: "1 ile 255 karakter arası bir ad yazın.",
    keysOnce: "Anahtarları şimdi iletin; bir daha gösterilmez.",
    testKey: "Test API anahtarı",
    liveKey: "Canlı API anahtarı",
    secret: "Webhook anahtarı",
  },
  {
    title: "Merchants",
    name: "Name",
    id: "Id",
    created: "Created",
    open: "Open",
    none: "There is no merchant yet.",
    addTitle: "New merchant",
    add: "Create",
    nameWrong: "Type a name of 1 to 255 characters.",
    keysOnce: "Hand the keys over now; they are not shown again.",
    testKey: "Test API key",
    liveKey: "Live API key",
    secret: "Webhook secret",
  },
);
