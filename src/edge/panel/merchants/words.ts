import { catalogue } from "../catalogue.ts";

export const merchantsWords = catalogue(
  {
    title: "Üye iş yerleri",
    name: "Ad",
    id: "Numara",
    created: "Oluşturuldu",
    open: "Aç",
    none: "Henüz üye iş yeri yok.",
  },
  {
    title: "Merchants",
    name: "Name",
    id: "Id",
    created: "Created",
    open: "Open",
    none: "There is no merchant yet.",
  },
);
