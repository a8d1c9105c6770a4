import { catalogue } from "../kit/catalogue.ts";

/** The texts of the parts that several pages share. */
export const partWords = catalogue(
  {
    inForce: "Seçili filtreler",
    removeFilter: "Filtreyi kaldır",
    removeFilters: "Filtreleri kaldır",
    previous: "Önceki",
    next: "Sonraki",
    first: "En yeniler",
    pages: "Sayfalar",
    page: (page: string, pages: string | undefined) =>
      pages === undefined ? `Sayfa ${page}` : `Sayfa ${page} / ${pages}`,
    nothing: "–",
    copy: "Kopyala",
    copied: "Kopyalandı",
  },
  {
    inForce: "Filters in force",
    removeFilter: "Remove the filter",
    removeFilters: "Remove the filters",
    previous: "Previous",
    next: "Next",
    first: "Newest",
    pages: "Pages",
    page: (page: string, pages: string | undefined) =>
      pages === undefined ? `Page ${page}` : `Page ${page} of ${pages}`,
    nothing: "–",
    copy: "Copy",
    copied: "Copied",
  },
);
