import { catalogue } from "../kit/catalogue.ts";

/** The texts of the parts that several pages share. */
export const partWords = catalogue({
  inForce: ["Seçili filtreler", "Filters in force"],
  removeFilter: ["Filtreyi kaldır", "Remove the filter"],
  removeFilters: ["Filtreleri kaldır", "Remove the filters"],
  previous: ["Önceki", "Previous"],
  next: ["Sonraki", "Next"],
  first: ["En yeniler", "Newest"],
  pages: ["Sayfalar", "Pages"],
  page: [
    (page: string, pages: string | undefined) =>
      pages === undefined ? `Sayfa ${page}` : `Sayfa ${page} / ${pages}`,
    (page: string, pages: string | undefined) =>
      pages === undefined ? `Page ${page}` : `Page ${page} of ${pages}`,
  ],
  nothing: ["–", "–"],
  copy: ["Kopyala", "Copy"],
  copied: ["Kopyalandı", "Copied"],
});
