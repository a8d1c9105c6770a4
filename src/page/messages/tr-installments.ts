/** The count of installments and the formatted amount of one. */
type Parts = { readonly count: number; readonly part: string };

/** The Turkish texts of installments. */
export const trInstallments = {
  installments: {
    title: "Taksit seçenekleri",
    single: "Tek çekim",
    option: ({ count, part }: Parts) => `${count} taksit × ${part}`,
    total: (total: string) => `toplam ${total}`,
    planSingle: (count: number) => `Tek çekim · ${count} taksit seçeneği`,
    debit: "Banka kartlarında taksit yapılmaz; tutar tek çekimde alınır.",
    found: (count: number) => `${count} ödeme seçeneği var.`,
    show: "Taksit seçeneklerini göster",
    showHint:
      "Taksitli ödemek için önce kart numarasının ilk 8 hanesini yazıp bu düğmeye basın; sonra " +
      "numaranın tamamını yazarsınız.",
    shownFor: (digits: string) =>
      `Taksitler ${digits}… ile başlayan kart için. Kart numarasının tamamını yazın.`,
    tooFew: "Taksitleri görmek için kart numarasının ilk 8 hanesini yazın.",
    changed:
      "Seçtiğiniz taksit bu kart için geçerli değil ya da tutarı farklı. Aşağıdaki seçeneklere " +
      "bakıp kart numarasını yeniden yazın. Para çekilmedi.",
  },
};
