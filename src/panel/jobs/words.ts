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

export const jobWords = catalogue(
  {
    title: "Arka plan işleri",
    intro:
      "Hata veren kayıtlar burada listelenir; ötekiler beklemez. " +
      "Nedeni giderilen kayıt otomatik olarak ya da elle yeniden denenir.",
    none: "Hata veren kayıt yok.",
    kind: "İş",
    item: "Kayıt",
    state: "Durum",
    failing: "Hata veriyor",
    setAside: "Kenara ayrıldı",
    tries: "Deneme",
    since: "İlk hata",
    next: "Sonraki deneme",
    error: "Hata",
    action: "İşlem",
    retry: "Yeniden dene",
    drop: "Vazgeç",
    retried: "Kayıt yeniden denenecek.",
    dropped: "Kayıttan vazgeçildi.",
    dropEffect: "Kayıt bir daha denenmez. Geri alınamaz.",
    gone: "Bu kayıt artık listede değil.",
    kept: "Bu iş parayla ya da defterle ilgilidir; kayıttan vazgeçilemez.",
    kinds: KINDS_TR,
  },
  {
    title: "Background jobs",
    intro:
      "Items that fail are listed here; the others do not wait for them. " +
      "An item is tried again by itself or by hand; it succeeds once the cause is fixed.",
    none: "There is no failing item.",
    kind: "Job",
    item: "Item",
    state: "State",
    failing: "Failing",
    setAside: "Set aside",
    tries: "Tries",
    since: "First failure",
    next: "Next try",
    error: "Error",
    action: "Action",
    retry: "Try again",
    drop: "Give up",
    retried: "The item will be tried again.",
    dropped: "The item was given up.",
    dropEffect: "The item is not tried again. This can't be undone.",
    gone: "This item is not in the list any more.",
    kept: "This job is about money or the books; its items can't be given up.",
    kinds: KINDS_EN,
  },
);
