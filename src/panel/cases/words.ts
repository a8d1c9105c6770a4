import type { PersonReason } from "../../domain/payment/payment.ts";
import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";

export const caseWords = catalogue(
  {
    title: "Banka teyidi",
    intro:
      "Bu işlemlerin sonucu bankanın yanıtlarından anlaşılamıyor. Sonucu bankanın ekranından ya da " +
      "telefonla öğrenip buraya işleyin; tutar o zamana dek ayrılmış kalır.",
    none: "Banka teyidi bekleyen işlem yok.",
    since: "Başlangıç",
    what: "İstek",
    amount: "Tutar",
    order: "Sipariş",
    why: "Neden",
    answered: "Bankanın yanıtı",
    reference: "Banka kaydının numarası",
    asked: (count: number) => `${count} kez soruldu`,
    reasons: {
      amount_differs: "Banka istenenden başka bir tutarı onayladı",
      repeat_is_dangerous: "Sonuç bilinmiyor; istek yinelenirse banka bir kez daha yapar",
      connection_refused:
        "Banka bu bağlantının bilgilerini kabul etmiyor, sonucu da söylemiyor; bilgileri düzeltin",
      undo_refused: "Banka, geç gelen tahsilatı geri almadı",
      booked_late: "Başarısız sayılan istek bankada yapılmış görünüyor; kayıtlara işlenemedi",
      taken_back: "Banka onayladığı işlemi geri aldı; kayıtlara işlenemedi",
      charged_unasked: "Banka, tahsilat istenmemişken tahsilat yapmış görünüyor",
    } satisfies Record<PersonReason, string>,
    decide: "Sonuç",
    booked: "Bankada yapılmış",
    notBooked: "Bankada yapılmamış",
    bookedEffect: "İstek yapılmış sayılır ve tutarı kayıtlara geçer.",
    notBookedEffect:
      "İstek yapılmamış sayılır ve ayrılan tutar serbest kalır. Banka yine de yaptıysa bu para " +
      "kayıtlarda görünmez.",
    noWayBack: "Sonuç sonradan değiştirilemez.",
    cleared: "Sonuç işlendi.",
    own: "Sınırın üstündeki bu iadeyi siz istediniz; sonucunu başka biri işlemeli.",
    wrongReference: "Banka kaydının numarası en çok 255 karakter olabilir.",
    gone: "Bu işlem artık beklemiyor.",
    impossible:
      "Sonuç şu anda işlenemez: tutar bu arada başka bir işlemle iade edildi, tahsil edildi ya da " +
      "serbest bırakıldı. Bankadan kendi kaydını düzeltmesini isteyin.",
  },
  {
    title: "To clear with the bank",
    intro:
      "The bank's answers do not decide these requests. Ask the bank, in its own panel or by phone, " +
      "and record the result here; the amount stays reserved until then.",
    none: "There is nothing to clear with the bank.",
    since: "Since",
    what: "Request",
    amount: "Amount",
    order: "Order",
    why: "Reason",
    answered: "The bank's answer",
    reference: "The bank's booking number",
    asked: (count: number) => `asked ${counted(count, "time")}`,
    reasons: {
      amount_differs: "The bank approved another amount than the requested one",
      repeat_is_dangerous: "The result is unknown; the bank would carry out a repetition again",
      connection_refused:
        "The bank refuses the credentials of this connection, and so tells no result; correct them",
      undo_refused: "The bank did not give back a late charge",
      booked_late: "The bank has booked a request that had failed; the books could not follow",
      taken_back: "The bank took back what it had confirmed; the books could not follow",
      charged_unasked: "The bank reports a charge although it was not asked to charge",
    },
    decide: "Result",
    booked: "Booked at the bank",
    notBooked: "Not booked",
    bookedEffect: "The request counts as made, and its amount enters the books.",
    notBookedEffect:
      "The request counts as not made, and the reserved amount is free again. If the bank has made " +
      "it after all, the books do not show that money.",
    noWayBack: "The result can't be changed later.",
    cleared: "The result is recorded.",
    own: "You asked for this refund above the limit; another user has to record its result.",
    wrongReference: "The bank's booking number has 255 characters at most.",
    gone: "This request does not wait any more.",
    impossible:
      "The result can't be recorded now: the amount was refunded, captured or released by another " +
      "request since. Ask the bank to correct its booking.",
  },
);
