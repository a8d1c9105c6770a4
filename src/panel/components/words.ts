import { catalogue } from "../../page/kit/catalogue.ts";

export const componentWords = catalogue({
  title: ["Panelin bileşenleri", "Components of the panel"],
  intro: [
    "Panelin her sayfası bu parçalardan kurulur. " +
      "Yeni bir sayfa yeni bir görünüm getirmez; eksik olan parça burada eklenir.",
    "Every page of the panel is made of these parts. " +
      "A new page brings no new look; a part that is missing is added here.",
  ],
  tabs: ["Sekmeler", "Tabs"],
  presets: ["Tarih aralıkları", "Ranges of days"],
  chips: ["Seçili filtreler", "Filters in force"],
  table: ["Tablo", "Table"],
  tableHint: [
    "700 pikselin altında her satır bir karttır; satırın bağlantısı kartın tamamıdır.",
    "Below 700 pixels each row is a card, and the link of the row covers the card.",
  ],
  facts: ["Ayrıntı satırları", "Detail rows"],
  drop: ["İşlemler", "Actions"],
  dropHint: [
    "Az kullanılan işlemler bir düğmenin arkasındadır; betiksiz de açılır.",
    "Less frequent actions are behind a button; it opens without scripts too.",
  ],
  empty: ["Boş liste", "Empty list"],
  emptyText: [
    "Henüz ödeme yok. İlk ödeme burada görünecek.",
    "There is no payment yet. The first one will be shown here.",
  ],
  fields: ["Form alanları", "Fields of forms"],
  fieldsHint: [
    "Tarayıcı, tarih ve dosya alanlarını kendi dilinde yazar; betik panelin dilini yazar.",
    "Browsers write date and file fields in their language; a script writes the panel's.",
  ],
  day: ["Gün", "Day"],
  file: ["Dosya", "File"],
  fileHint: ["En çok 8 MB.", "8 MB at most."],
  choice: ["Seçenekler", "Choices"],
  buttons: ["Düğmeler", "Buttons"],
  states: ["Durumlar", "States"],
  copy: ["Kopyalanan numara", "An id to copy"],
  name: ["Ad", "Name"],
  amount: ["Tutar", "Amount"],
  state: ["Durum", "State"],
  all: ["Hepsi", "All"],
  open: ["Açık", "Open"],
  main: ["Asıl işlem", "Main action"],
  plain: ["İkinci işlem", "Second action"],
  danger: ["Geri alınamayan işlem", "Action without a way back"],
});
