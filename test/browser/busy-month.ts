import { DAY, HOUR } from "../../src/kernel/clock.ts";
import type { TestService } from "../support/service.ts";
import { merchantCalls } from "../support/merchant-calls.ts";
import { camt053 } from "../support/statements.ts";
import { awaitTransfer, importFile } from "../support/transfer-customer.ts";

const CARDS = [
  "5528790000000008",
  "4543590000000006",
  "5400360000000003",
  "5451030000000000",
  "9792030000000000",
] as const;
const REFUSED = ["4111111111111129", "4129111111111111", "4125111111111115"] as const;
const PEOPLE = [
  { name: "Ayşe", surname: "Yılmaz", email: "ayse.yilmaz@ornek.example" },
  { name: "Mehmet Can", surname: "Karaosmanoğlu", email: "mc.karaosmanoglu@ornek.example" },
  { name: "Zeynep", surname: "Şahin" },
  {
    name: "Ömer Faruk",
    surname: "Çelik",
    email: "omer.celik@ornek.example",
    phone: "+905321112233",
  },
  {},
] as const;
/** These days of the month have a trouble at a bank: most payments fail. */
const TROUBLE = { from: 0.7, until: 0.8 } as const;

/** Days of sales with declines, refunds, two currencies and an unmatched transfer. */
export async function fillDays(shop: TestService, { days = 30, perDay = 6 } = {}): Promise<void> {
  const { api, clock } = shop;
  const till = merchantCalls(api, shop.merchant.testApiKey);
  for (let day = 0; day < days; day += 1) {
    clock.move(DAY);
    const isTrouble = day >= days * TROUBLE.from && day < days * TROUBLE.until;
    const count = perDay + (day % 4) - (day % 7 === 5 ? 3 : 0);
    for (let at = 0; at < count; at += 1) {
      const seed = day * 7 + at * 3;
      const isRefused = isTrouble ? at % 4 !== 0 : seed % 9 === 0;
      const cards = isRefused ? REFUSED : CARDS;
      const session = await api.session({
        amount: 8_500 + ((seed * 7_919) % 240) * 1_000,
        currency: seed % 23 === 0 ? "EUR" : "TRY",
        customer: PEOPLE[seed % PEOPLE.length],
      });
      const paid = await api.pay(session, cards[seed % cards.length] ?? CARDS[0]);
      if (seed % 17 === 1 && !isRefused) {
        await till.refund(paid.body["order_id"], { amount: 2_500 });
      }
    }
  }
  clock.move(HOUR);
  const { account } = await awaitTransfer(shop);
  await importFile(
    shop,
    camt053(account.iban, [
      { reference: "u1", minor: 125_000, description: "siparis odemesi SIP-2026-00880" },
      { reference: "u2", minor: 99_500, description: "kitap" },
    ]),
  );
}
