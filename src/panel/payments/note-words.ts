import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";

export const noteWords = catalogue(
  {
    title: "Notlar",
    label: "Yeni not",
    hint: "Notu yalnız bu panelin kullanıcıları görür. Kart numarası yazmayın.",
    add: "Notu ekle",
    added: "Not eklendi.",
    invalid: (most: number) => `1 ile ${most} karakter arasında bir not yazın.`,
  },
  {
    title: "Notes",
    label: "New note",
    hint: "Only the users of this panel see the note. Do not write card numbers.",
    add: "Add the note",
    added: "The note was added.",
    invalid: (most: number) => `Write a note of 1 to ${counted(most, "character")}.`,
  },
);
