import type { AssignRefusal } from "../../domain/transfer/assign-line.ts";
import type { CandidateSign } from "../../domain/transfer/candidates.ts";
import { catalogue } from "../../page/kit/catalogue.ts";

export const lineWords = catalogue(
  {
    title: (amount: string) => `Eşleşmeyen havale, ${amount}`,
    left: "Kalan",
    twin: "Aynı hareket olabilir",
    twinHint:
      "Siparişi ödeyen hareket: gün ve tutar aynı, gönderen farklı değil. Geri göndermeden önce " +
      "paranın hesaba iki kez gelip gelmediğine bakın.",
    candidates: "Ait olabileceği ödemeler",
    candidatesHint: "Havale bekleyen ödemeler, en olası olan önce. Tutar farklıysa nedenini yazın.",
    noCandidates: "Havale bekleyen hiçbir ödeme bu harekete uymuyor.",
    closed: "Açıklamadaki kodun ödemesi",
    closedHint:
      "Bu ödeme artık havale beklemiyor, bu yüzden para ona yazılamaz. Parayı gönderene geri gönderin " +
      "ya da müşteriden yeniden sipariş vermesini isteyin.",
    state: "Durum",
    otherOrder: "Başka bir ödeme",
    seek: "Sipariş numarası ya da müşteri",
    find: "Ara",
    notFound: "Buna uyan ve havale bekleyen ödeme yok.",
    came: "Gelen",
    askedFor: "Beklenen",
    isExact: "Tutarlar aynı.",
    isLess: (difference: string) => `${difference} eksik geldi; ödeme gelen tutarla tamamlanır.`,
    isMore: (difference: string) => `${difference} fazla geldi; fazlası bu harekette kalır.`,
    assignEffect: "Ödeme tamamlanır ve mağazaya bildirilir. Geri alınamaz.",
    late: "iptal edilmişti; yazılırsa ödeme tamamlanır, mağazaya bildirilir",
    best: (count: number) => `En olası ${count} ödeme gösteriliyor.`,
    customer: "Müşteri",
    signsHead: "Uyuşanlar",
    signs: {
      code: "açıklama kodu aynı",
      reference: "sipariş numarası açıklamada",
      sender: "gönderen müşteriyle aynı",
      amount: "tutar aynı",
      close_amount: "tutar yakın",
    } satisfies Record<CandidateSign, string>,
    assign: "Bu siparişe yaz",
    assignPart: "Bu kadarını yaz",
    acceptLess: "Eksikle kabul et",
    reason: "Neden",
    noReason: "Tutar farklı: nedenini yazın.",
    assigned: (amount: string) => `${amount} siparişe yazıldı, ödeme tamamlandı.`,
    refusals: {
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
    giveBack: "Geri gönder",
    giveBackHint: (amount: string) =>
      `${amount} tutarını bankanızdan gönderene iade edin, sonra işlemin numarasını yazın.`,
    markReturned: "Geri gönderildi olarak işaretle",
  },
  {
    title: (amount: string) => `Unmatched transfer, ${amount}`,
    left: "Left",
    twin: "May be the same booking",
    twinHint:
      "The line that paid the order has the same day and amount, and no other sender. Look at the " +
      "account before you send money back: it may have come once.",
    candidates: "Payments it may belong to",
    candidatesHint:
      "Payments that await a transfer, the likeliest first. If the amounts differ, give the reason.",
    noCandidates: "No payment that awaits a transfer fits this line.",
    closed: "The payment of the code in the text",
    closedHint:
      "This payment awaits no transfer any more, so the money can't be assigned to it. Send it back, or " +
      "ask the customer to order again.",
    state: "State",
    otherOrder: "Another payment",
    seek: "Order number or customer",
    find: "Find",
    notFound: "No payment that fits this awaits a transfer.",
    came: "Arrived",
    askedFor: "Asked for",
    isExact: "The amounts are equal.",
    isLess: (difference: string) =>
      `${difference} are missing; the payment is completed with the amount that arrived.`,
    isMore: (difference: string) => `${difference} are left; they stay with this line.`,
    assignEffect: "The payment is completed and the shop is told. This can't be undone.",
    late: "was cancelled; if assigned, the payment is completed and the shop is told",
    best: (count: number) => `The ${count} likeliest payments are shown.`,
    customer: "Customer",
    signsHead: "Matches",
    signs: {
      code: "its code in the text",
      reference: "order number in the text",
      sender: "sender is the customer",
      amount: "same amount",
      close_amount: "similar amount",
    } satisfies Record<CandidateSign, string>,
    assign: "Assign to this order",
    assignPart: "Assign this much",
    acceptLess: "Accept less",
    reason: "Reason",
    noReason: "The amounts differ: give the reason.",
    assigned: (amount: string) => `${amount} were assigned; the payment is completed.`,
    refusals: {
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
    giveBack: "Send back",
    giveBackHint: (amount: string) =>
      `Return ${amount} to the sender at your bank, then type the number of that transfer.`,
    markReturned: "Mark as returned",
  },
);
