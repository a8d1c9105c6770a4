import type { CustomerKey } from "../../domain/session/customer-key.ts";
import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";

export const customerWords = catalogue({
  title: ["Müşteriler", "Customers"],
  intro: [
    "Son ödemelerin müşterileri. Bütün geçmiş için bir müşteriyi açın ya da arayın.",
    "The customers of the newest payments. Open or find a customer for the whole history.",
  ],
  find: ["Bul", "Find"],
  query: ["Müşteri numarası, e-posta ya da telefon", "Customer number, e-mail or phone"],
  none: ["Henüz müşteri bilgisi olan ödeme yok.", "No payment has details of a customer yet."],
  notFound: ["Bu müşterinin ödemesi yok.", "This customer has no payment."],
  customer: ["Müşteri", "Customer"],
  newest: ["Son ödeme", "Newest payment"],
  name: ["Ad", "Name"],
  fields: [
    {
      customer_id: "Müşteri numaranız",
      email: "E-posta",
      phone: "Telefon",
    } satisfies Record<CustomerKey["field"], string>,
    {
      customer_id: "Your customer number",
      email: "E-mail",
      phone: "Phone",
    } satisfies Record<CustomerKey["field"], string>,
  ],
  since: ["İlk ödeme", "First payment"],
  count: ["Ödeme", "Payments"],
  counts: [
    (all: string, successful: string) => `${all} ödeme, ${successful} başarılı`,
    (all: string, successful: string) => `${counted(all, "payment")}, ${successful} successful`,
  ],
  taken: ["Çekilen", "Taken"],
  refunded: ["İade edilen", "Refunded"],
  payments: ["Ödemeleri", "Payments"],
  older: ["Daha eskileri ara", "Search for older ones"],
  cards: ["Kayıtlı kartları", "Stored cards"],
  noCards: ["Kayıtlı kartı yok.", "No stored card."],
  allCards: ["Kayıtlı kartlarını aç", "Open the stored cards"],
});
