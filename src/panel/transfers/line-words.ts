import type { AssignRefusal } from "../../domain/transfer/assign-line.ts";
import type { CandidateSign } from "../../domain/transfer/candidates.ts";
import { catalogue } from "../../page/kit/catalogue.ts";

export const lineWords = catalogue({
  title: [
    (amount: string) => `Eşleşmeyen havale, ${amount}`,
    (amount: string) => `Unmatched transfer, ${amount}`,
  ],
  left: ["Kalan", "Left"],
  twin: ["Aynı hareket olabilir", "May be the same booking"],
  twinHint: [
    "Siparişi ödeyen hareket: gün ve tutar aynı, gönderen farklı değil. Geri göndermeden önce " +
      "paranın hesaba iki kez gelip gelmediğine bakın.",
    "The line that paid the order has the same day and amount, and no other sender. Look at the " +
      "account before you send money back: it may have come once.",
  ],
  candidates: ["Ait olabileceği ödemeler", "Payments it may belong to"],
  candidatesHint: [
    "Havale bekleyen ödemeler, en olası olan önce. Tutar farklıysa nedenini yazın.",
    "Payments that await a transfer, the likeliest first. If the amounts differ, give the reason.",
  ],
  noCandidates: [
    "Havale bekleyen hiçbir ödeme bu harekete uymuyor.",
    "No payment that awaits a transfer fits this line.",
  ],
  closed: ["Açıklamadaki kodun ödemesi", "The payment of the code in the text"],
  closedHint: [
    "Bu ödeme artık havale beklemiyor, bu yüzden para ona yazılamaz. Parayı gönderene geri gönderin " +
      "ya da müşteriden yeniden sipariş vermesini isteyin.",
    "This payment awaits no transfer any more, so the money can't be assigned to it. Send it back, or " +
      "ask the customer to order again.",
  ],
  state: ["Durum", "State"],
  otherOrder: ["Başka bir ödeme", "Another payment"],
  seek: ["Sipariş numarası ya da müşteri", "Order number or customer"],
  find: ["Ara", "Find"],
  notFound: [
    "Buna uyan ve havale bekleyen ödeme yok.",
    "No payment that fits this awaits a transfer.",
  ],
  came: ["Gelen", "Arrived"],
  askedFor: ["Beklenen", "Asked for"],
  isExact: ["Tutarlar aynı.", "The amounts are equal."],
  isLess: [
    (difference: string) => `${difference} eksik geldi; ödeme gelen tutarla tamamlanır.`,
    (difference: string) =>
      `${difference} are missing; the payment is completed with the amount that arrived.`,
  ],
  isMore: [
    (difference: string) => `${difference} fazla geldi; fazlası bu harekette kalır.`,
    (difference: string) => `${difference} are left; they stay with this line.`,
  ],
  assignEffect: [
    "Ödeme tamamlanır ve mağazaya bildirilir. Geri alınamaz.",
    "The payment is completed and the shop is told. This can't be undone.",
  ],
  late: [
    "iptal edilmişti; yazılırsa ödeme tamamlanır, mağazaya bildirilir",
    "was cancelled; if assigned, the payment is completed and the shop is told",
  ],
  best: [
    (count: number) => `En olası ${count} ödeme gösteriliyor.`,
    (count: number) => `The ${count} likeliest payments are shown.`,
  ],
  customer: ["Müşteri", "Customer"],
  signsHead: ["Uyuşanlar", "Matches"],
  signs: [
    {
      code: "açıklama kodu aynı",
      reference: "sipariş numarası açıklamada",
      sender: "gönderen müşteriyle aynı",
      amount: "tutar aynı",
      close_amount: "tutar yakın",
    } satisfies Record<CandidateSign, string>,
    {
      code: "its code in the text",
      reference: "order number in the text",
      sender: "sender is the customer",
      amount: "same amount",
      close_amount: "similar amount",
    } satisfies Record<CandidateSign, string>,
  ],
  assign: ["Bu siparişe yaz", "Assign to this order"],
  assignPart: ["Bu kadarını yaz", "Assign this much"],
  acceptLess: ["Eksikle kabul et", "Accept less"],
  reason: ["Neden", "Reason"],
  noReason: ["Tutar farklı: nedenini yazın.", "The amounts differ: give the reason."],
  assigned: [
    (amount: string) => `${amount} siparişe yazıldı, ödeme tamamlandı.`,
    (amount: string) => `${amount} were assigned; the payment is completed.`,
  ],
  refusals: [
    {
      line_not_waiting: "Bu hareket artık sırada değil.",
      copy_being_matched:
        "Başka bir ekstreden gelen aynı hareket şu anda eşleştiriliyor. Biraz sonra yeniden deneyin; " +
        "sürerse işletmeciye bildirin.",
      payment_not_waiting: "Bu ödeme artık havale beklemiyor.",
      session_taken:
        "Bu ödeme iptal edilmişti ve aynı oturumda başka bir ödeme var. Parayı gönderene iade edin.",
      not_second_person:
        "Bu ekstreyi siz yüklediniz; onay sınırının üstünde bir başkası karar vermeli.",
      wrong_currency: "Para birimi farklı.",
      too_little: "Gelen para bu ödemeye yetmiyor.",
    } satisfies Record<AssignRefusal, string>,
    {
      line_not_waiting: "This line is no longer in the list.",
      copy_being_matched:
        "The same booking from another statement is being matched. Try again in a moment; if this " +
        "goes on, tell the operator.",
      payment_not_waiting: "This payment no longer awaits a transfer.",
      session_taken:
        "This payment was cancelled, and its session has another payment. Send the money back.",
      not_second_person:
        "You uploaded this statement; above the approval limit another person has to decide.",
      wrong_currency: "The currencies differ.",
      too_little: "The money that arrived is not enough for this payment.",
    } satisfies Record<AssignRefusal, string>,
  ],
  giveBack: ["Geri gönder", "Send back"],
  giveBackHint: [
    (amount: string) =>
      `${amount} tutarını bankanızdan gönderene iade edin, sonra işlemin numarasını yazın.`,
    (amount: string) =>
      `Return ${amount} to the sender at your bank, then type the number of that transfer.`,
  ],
  markReturned: ["Geri gönderildi olarak işaretle", "Mark as returned"],
});
