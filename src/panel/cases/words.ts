import type { PersonReason } from "../../domain/payment/payment.ts";
import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";

export const caseWords = catalogue({
  title: ["Banka teyidi", "To clear with the bank"],
  intro: [
    "Bu işlemlerin sonucu bankanın yanıtlarından anlaşılamıyor. Sonucu bankanın ekranından ya da " +
      "telefonla öğrenip buraya işleyin; tutar o zamana dek ayrılmış kalır.",
    "The bank's answers do not decide these requests. Ask the bank, in its own panel or by phone, " +
      "and record the result here; the amount stays reserved until then.",
  ],
  none: ["Banka teyidi bekleyen işlem yok.", "There is nothing to clear with the bank."],
  since: ["Başlangıç", "Since"],
  what: ["İstek", "Request"],
  amount: ["Tutar", "Amount"],
  order: ["Sipariş", "Order"],
  why: ["Neden", "Reason"],
  answered: ["Bankanın yanıtı", "The bank's answer"],
  reference: ["Banka kaydının numarası", "The bank's booking number"],
  asked: [
    (count: number) => `${count} kez soruldu`,
    (count: number) => `asked ${counted(count, "time")}`,
  ],
  reasons: [
    {
      amount_differs: "Banka istenenden başka bir tutarı onayladı",
      repeat_is_dangerous: "Sonuç bilinmiyor; istek yinelenirse banka bir kez daha yapar",
      connection_refused:
        "Banka bu bağlantının bilgilerini kabul etmiyor, sonucu da söylemiyor; bilgileri düzeltin",
      undo_refused: "Banka, geç gelen tahsilatı geri almadı",
      booked_late: "Başarısız sayılan istek bankada yapılmış görünüyor; kayıtlara işlenemedi",
      taken_back: "Banka onayladığı işlemi geri aldı; kayıtlara işlenemedi",
      charged_unasked: "Banka, tahsilat istenmemişken tahsilat yapmış görünüyor",
    } satisfies Record<PersonReason, string>,
    {
      amount_differs: "The bank approved another amount than the requested one",
      repeat_is_dangerous: "The result is unknown; the bank would carry out a repetition again",
      connection_refused:
        "The bank refuses the credentials of this connection, and so tells no result; correct them",
      undo_refused: "The bank did not give back a late charge",
      booked_late: "The bank has booked a request that had failed; the books could not follow",
      taken_back: "The bank took back what it had confirmed; the books could not follow",
      charged_unasked: "The bank reports a charge although it was not asked to charge",
    },
  ],
  decide: ["Sonuç", "Result"],
  booked: ["Bankada yapılmış", "Booked at the bank"],
  notBooked: ["Bankada yapılmamış", "Not booked"],
  bookedEffect: [
    "İstek yapılmış sayılır ve tutarı kayıtlara geçer.",
    "The request counts as made, and its amount enters the books.",
  ],
  notBookedEffect: [
    "İstek yapılmamış sayılır ve ayrılan tutar serbest kalır. Banka yine de yaptıysa bu para " +
      "kayıtlarda görünmez.",
    "The request counts as not made, and the reserved amount is free again. If the bank has made " +
      "it after all, the books do not show that money.",
  ],
  noWayBack: ["Sonuç sonradan değiştirilemez.", "The result can't be changed later."],
  cleared: ["Sonuç işlendi.", "The result is recorded."],
  own: [
    "Sınırın üstündeki bu iadeyi siz istediniz; sonucunu başka biri işlemeli.",
    "You asked for this refund above the limit; another user has to record its result.",
  ],
  wrongReference: [
    "Banka kaydının numarası en çok 255 karakter olabilir.",
    "The bank's booking number has 255 characters at most.",
  ],
  gone: ["Bu işlem artık beklemiyor.", "This request does not wait any more."],
  impossible: [
    "Sonuç şu anda işlenemez: tutar bu arada başka bir işlemle iade edildi, tahsil edildi ya da " +
      "serbest bırakıldı. Bankadan kendi kaydını düzeltmesini isteyin.",
    "The result can't be recorded now: the amount was refunded, captured or released by another " +
      "request since. Ask the bank to correct its booking.",
  ],
});
