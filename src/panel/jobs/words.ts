import type { JobKind } from "../../domain/job/failed-item.ts";
import { catalogue } from "../../page/kit/catalogue.ts";

const KINDS_TR: Readonly<Record<JobKind, string>> = {
  recovery: "Sonucu bankadan öğrenilecek işlem",
  delivery: "Webhook gönderimi",
  event_place: "Olayların sıraya alınması",
  hold_end: "Sonu gelen bloke",
  session_expiry: "Süresi dolan oturum",
  refund_request: "Onaylanan iade",
  transfer_line: "Havale eşleştirmesi",
  line_intake: "Ekstre satırının alınması",
  statement_file: "Ekstre dosyası",
  seal: "Defterin mühürlenmesi",
  tally: "Rapor sayaçları",
  vault_record: "Kasa kaydı",
  partition: "Tablo bölümü",
};

const KINDS_EN: Readonly<Record<JobKind, string>> = {
  recovery: "Inquiry to the bank about an unknown outcome",
  delivery: "Webhook delivery",
  event_place: "Placing events in the feed",
  hold_end: "Hold that ends",
  session_expiry: "Session that expired",
  refund_request: "Approved refund",
  transfer_line: "Matching a transfer",
  line_intake: "Storing a statement line",
  statement_file: "Statement file",
  seal: "Sealing the books",
  tally: "Report counts",
  vault_record: "Vault record",
  partition: "Table partition",
};

export const jobWords = catalogue({
  title: ["Arka plan işleri", "Background jobs"],
  intro: [
    "Hata veren kayıtlar burada listelenir; ötekiler beklemez. " +
      "Nedeni giderilen kayıt otomatik olarak ya da elle yeniden denenir.",
    "Items that fail are listed here; the others do not wait for them. " +
      "An item is tried again by itself or by hand; it succeeds once the cause is fixed.",
  ],
  none: ["Hata veren kayıt yok.", "There is no failing item."],
  kind: ["İş", "Job"],
  item: ["Kayıt", "Item"],
  state: ["Durum", "State"],
  failing: ["Hata veriyor", "Failing"],
  setAside: ["Kenara ayrıldı", "Set aside"],
  tries: ["Deneme", "Tries"],
  since: ["İlk hata", "First failure"],
  next: ["Sonraki deneme", "Next try"],
  error: ["Hata", "Error"],
  action: ["İşlem", "Action"],
  retry: ["Yeniden dene", "Try again"],
  drop: ["Vazgeç", "Give up"],
  retried: ["Kayıt yeniden denenecek.", "The item will be tried again."],
  dropped: ["Kayıttan vazgeçildi.", "The item was given up."],
  dropEffect: [
    "Kayıt bir daha denenmez. Geri alınamaz.",
    "The item is not tried again. This can't be undone.",
  ],
  gone: ["Bu kayıt artık listede değil.", "This item is not in the list any more."],
  kept: [
    "Bu iş parayla ya da defterle ilgilidir; kayıttan vazgeçilemez.",
    "This job is about money or the books; its items can't be given up.",
  ],
  kinds: [KINDS_TR, KINDS_EN],
});
