import { catalogue } from "../../page/kit/catalogue.ts";

export const approvalWords = catalogue({
  title: ["İade onayları", "Refund approvals"],
  intro: [
    "Sınırı aşan iadeleri bir kişi ister, bir başkası onaylar. Kimse kendi isteğini onaylayamaz.",
    "A refund above the limit is asked for by one person and approved " +
      "by another. Users can't approve their own requests.",
  ],
  off: ["Sınır yok: iadeler onay beklemez.", "There is no limit: refunds need no approval."],
  on: [
    (limit: string) => `Bir ödemenin iadeleri ${limit} üzerine çıkarsa onay gerekir.`,
    (limit: string) => `Approval is needed when the refunds of a payment exceed ${limit}.`,
  ],
  none: ["Onay bekleyen iade yok.", "No refund waits for approval."],
  requestTitle: [
    (amount: string) => `${amount} iade isteği`,
    (amount: string) => `Request to refund ${amount}`,
  ],
  approveEffect: ["Para müşteriye geri gönderilir.", "The money goes back to the customer."],
  rejectEffect: [
    "İade yapılmaz; isteyen kişi yeniden isteyebilir.",
    "Nothing is refunded; the requester can ask again.",
  ],
  earlier: ["Bu ödemenin iadeleri", "Refunds of this payment"],
  made: ["Tarih", "Date"],
  asked: ["İstendi", "Requested"],
  amount: ["Tutar", "Amount"],
  order: ["Sipariş", "Order"],
  requester: ["İsteyen", "By"],
  reason: ["Neden", "Reason"],
  state: ["Durum", "State"],
  states: {
    waiting: ["Onay bekliyor", "Waiting"],
    approved: ["Onaylandı", "Approved"],
    rejected: ["Reddedildi", "Rejected"],
  },
  unfinished: ["Onaylandı, henüz yapılmadı", "Approved, not made yet"],
  by: [(who: string) => `Karar: ${who}`, (who: string) => `by ${who}`],
  approve: ["Onayla ve iade et", "Approve and refund"],
  finish: ["İadeyi tamamla", "Finish the refund"],
  reject: ["Reddet", "Reject"],
  own: [
    "Bunu siz istediniz; başka biri onaylamalı.",
    "This is your own request; another user has to approve it.",
  ],
  decided: [
    "Bu istek başkası tarafından sonuçlandırıldı.",
    "Another user has decided this request.",
  ],
  rejected: ["İade reddedildi.", "The refund was rejected."],
  limitTitle: ["Sınır", "Limit"],
  inOwnCurrency: [
    (limit: string) => `${limit} (ödemenin para biriminde)`,
    (limit: string) => `${limit} (in the payment's currency)`,
  ],
  limit: ["Onay gerektiren iade sınırı", "Refunds above this need approval"],
  limitHint: [
    "Ödemenin kendi para biriminde; boş bırakırsanız onay gerekmez.",
    "In the payment's own currency; if it is empty, no refund needs approval.",
  ],
  limitWrong: ["Bir tutar yazın ya da boş bırakın.", "Type an amount, or leave it empty."],
  limitSaved: ["Sınır kaydedildi.", "The limit was saved."],
  noLimit: ["sınırsız", "no limit"],
  raiseAsked: [
    (who: string, limit: string) =>
      `${who} sınırın yükseltilmesini istedi: ${limit}. Yürürlüğe giriş:`,
    (who: string, limit: string) => `${who} asked for a higher limit: ${limit}. In force from`,
  ],
  raiseWaits: [
    "Yükselen sınır 24 saat sonra ya da başka bir sahip onaylayınca geçerli olur; o zamana dek eskisi geçer.",
    "The higher limit is in force in 24 hours, or once another owner confirms it; until then the old one is.",
  ],
  raiseByOther: ["Bunu başka bir sahip onaylamalı.", "Another owner has to confirm this."],
  raiseCancelled: ["Yükseltme iptal edildi.", "The higher limit was cancelled."],
  noRaise: ["Bekleyen bir yükseltme yok.", "There is no higher limit to confirm or cancel."],
  limitChanged: [
    "Sınır siz bakarken değişti, hiçbir şey kaydedilmedi. Şimdi gördüğünüze göre karar verin.",
    "The limit changed while you looked at it, and nothing was saved. Decide by what you see now.",
  ],
  confirmRaise: ["Şimdi yürürlüğe koy", "Put it in force now"],
  cancelRaise: ["Yükseltmeyi iptal et", "Cancel the higher limit"],
  raiseBar: [
    (who: string) => `${who} iade onay sınırının yükseltilmesini istedi.`,
    (who: string) => `${who} asked for a higher limit of refunds without approval.`,
  ],
  exemptKeys: [
    "Bu anahtarlarla yapılan iadeler sınıra bağlı değil:",
    "The limit does not apply to refunds by these keys:",
  ],
});
