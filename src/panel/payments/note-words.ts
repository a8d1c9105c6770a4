import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";

export const noteWords = catalogue({
  title: ["Notlar", "Notes"],
  label: ["Yeni not", "New note"],
  hint: [
    "Notu yalnız bu panelin kullanıcıları görür. Kart numarası yazmayın.",
    "Only the users of this panel see the note. Do not write card numbers.",
  ],
  add: ["Notu ekle", "Add the note"],
  added: ["Not eklendi.", "The note was added."],
  invalid: [
    (most: number) => `1 ile ${most} karakter arasında bir not yazın.`,
    (most: number) => `Write a note of 1 to ${counted(most, "character")}.`,
  ],
});
