import type { CustomerKey } from "../../domain/session/customer-key.ts";
import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";

export const customerWords = catalogue(
  {
    title: "Müşteriler",
    intro: "Son ödemelerin müşterileri. Bütün geçmiş için bir müşteriyi açın ya da arayın.",
    find: "Bul",
    query: "Müşteri numarası, e-posta ya da telefon",
    none: "Henüz müşteri bilgisi olan ödeme yok.",
    notFound: "Bu müşterinin ödemesi yok.",
    customer: "Müşteri",
    newest: "Son ödeme",
    name: "Ad",
    fields: {
      customer_id: "Müşteri numaranız",
      email: "E-posta",
      phone: "Telefon",
    } satisfies Record<CustomerKey["field"], string>,
    since: "İlk ödeme",
    count: "Ödeme",
    counts: (all: string, successful: string) => `${all} ödeme, ${successful} başarılı`,
    taken: "Çekilen",
    refunded: "İade edilen",
    payments: "Ödemeleri",
    older: "Daha eskileri ara",
    cards: "Kayıtlı kartları",
    noCards: "Kayıtlı kartı yok.",
    allCards: "Kayıtlı kartlarını aç",
  },
  {
    title: "Customers",
    intro: "The customers of the newest payments. Open or find a customer for the whole history.",
    find: "Find",
    query: "Customer number, e-mail or phone",
    none: "No payment has details of a customer yet.",
    notFound: "This customer has no payment.",
    customer: "Customer",
    newest: "Newest payment",
    name: "Name",
    fields: {
      customer_id: "Your customer number",
      email: "E-mail",
      phone: "Phone",
    } satisfies Record<CustomerKey["field"], string>,
    since: "First payment",
    count: "Payments",
    counts: (all: string, successful: string) =>
      `${counted(all, "payment")}, ${successful} successful`,
    taken: "Taken",
    refunded: "Refunded",
    payments: "Payments",
    older: "Search for older ones",
    cards: "Stored cards",
    noCards: "No stored card.",
    allCards: "Open the stored cards",
  },
);
