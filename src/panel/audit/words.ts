import { partsOf, type AuditAction, type AuditedAction } from "../../domain/merchant/audit.ts";
import type { Language } from "../../kernel/language.ts";
import { catalogue } from "../../page/kit/catalogue.ts";

const ACTIONS: Readonly<Record<AuditAction, readonly [tr: string, en: string]>> = {
  "user.signed_in": ["Giriş yapıldı", "Signed in"],
  "user.sign_in_refused": ["Giriş reddedildi", "Sign-in refused"],
  "user.signed_out": ["Çıkış yapıldı", "Signed out"],
  "user.created": ["Kullanıcı oluşturuldu", "User created"],
  "user.changed": ["Kullanıcı değişti", "User changed"],
  "user.disabled": ["Kullanıcı kapatıldı", "User disabled"],
  "user.enabled": ["Kullanıcı açıldı", "User enabled"],
  "user.password_changed": ["Parola değişti", "Password changed"],
  "user.password_reset": ["Parola sıfırlandı", "Password reset"],
  "user.second_factor_added": ["İki adımlı doğrulama kuruldu", "Two-step verification set up"],
  "user.second_factor_removed": ["İki adımlı doğrulama kalktı", "Two-step verification removed"],
  "user.confirmation_refused": ["Kimlik doğrulaması reddedildi", "Confirmation refused"],
  "user.recovery_code_used": ["Kurtarma kodu kullanıldı", "Recovery code used"],
  "user.recovery_codes_renewed": ["Kurtarma kodları yenilendi", "Recovery codes renewed"],
  "user.sessions_ended": ["Oturumlar kapatıldı", "Sessions ended"],
  "merchant.created": ["Üye iş yeri oluşturuldu", "Merchant created"],
  "merchant.suspended": ["Üye iş yeri askıya alındı", "Merchant suspended"],
  "merchant.resumed": ["Üye iş yerinin askısı kaldırıldı", "Merchant resumed"],
  "settings.changed": ["Ayarlar değişti", "Settings changed"],
  "operator_key.created": ["İşletmen anahtarı oluşturuldu", "Operator key created"],
  "operator_key.revoked": ["İşletmen anahtarı iptal edildi", "Operator key revoked"],
  "key.created": ["API anahtarı oluşturuldu", "API key created"],
  "key.changed": ["API anahtarı değişti", "API key changed"],
  "key.rolled": ["API anahtarı yenilendi", "API key rolled"],
  "key.ended": ["API anahtarı sona erdirildi", "API key ended"],
  "webhook.added": ["Webhook adresi eklendi", "Webhook endpoint added"],
  "webhook.changed": ["Webhook adresi değişti", "Webhook endpoint changed"],
  "webhook.removed": ["Webhook adresi kaldırıldı", "Webhook endpoint removed"],
  "webhook.secret_rolled": ["İmza anahtarı yenilendi", "Signing secret rolled"],
  "webhook.secret_shown": [
    "Üye iş yerinin imza anahtarı gösterildi",
    "Merchant's signing secret shown",
  ],
  "webhook.resent": ["Olay yeniden gönderildi", "Event sent again"],
  "webhook.tested": ["Örnek olay gönderildi", "Test event sent"],
  "payment.captured": ["Ödeme tahsil edildi", "Payment captured"],
  "payment.voided": ["Ödeme iptal edildi", "Payment voided"],
  "payment.cleared": ["Bankadan öğrenilen sonuç işlendi", "Result learnt from the bank recorded"],
  "payment.noted": ["Ödemeye not yazıldı", "Note written about a payment"],
  "booking.adopted": [
    "Bankadaki kayıt siparişe işlendi",
    "Booking at the bank entered in the books",
  ],
  "booking.cleared": [
    "Bankadaki bilinmeyen kayıt kapatıldı",
    "Unknown booking at the bank cleared",
  ],
  "booking.noted": [
    "Bankanın ekstresindeki kayıt eklendi",
    "Booking of a bank's statement entered",
  ],
  "payments.exported": ["Ödemeler dışa aktarıldı", "Payments exported"],
  "refund.made": ["İade yapıldı", "Refund made"],
  "refund.requested": ["İade istendi", "Refund requested"],
  "refund.approved": ["İade onaylandı", "Refund approved"],
  "refund.rejected": ["İade reddedildi", "Refund rejected"],
  "refund.paid_out": ["İade elle gönderildi", "Refund paid out by hand"],
  "customer.erased": ["Müşterinin verileri silindi", "Customer data erased"],
  "card.erased": ["Kayıtlı kart silindi", "Stored card erased"],
  "statement.imported": ["Ekstre yüklendi", "Statement imported"],
  "settlement.imported": ["Mutabakat dosyası yüklendi", "Settlement file imported"],
  "settlement.dated": ["Eski satışlara ödeme günü verildi", "Earlier sales dated"],
  "transfer.settled": ["Eşleşmeyen havale geri gönderildi", "Unmatched transfer sent back"],
  "table.imported": ["Tablo yüklendi", "Table imported"],
  "table.mapped": ["Sütunlar eşlendi", "Columns mapped"],
  "bin.corrected": ["BIN satırı düzeltildi", "BIN row corrected"],
  "bin.correction_removed": ["BIN düzeltmesi kaldırıldı", "BIN correction removed"],
  "table.changed": ["Tablo değiştirildi", "Table changed"],
  "connection.added": ["Banka bağlantısı eklendi", "Bank connection added"],
  "connection.changed": ["Banka bağlantısı değişti", "Bank connection changed"],
  "connection.tested": ["Banka bağlantısı denendi", "Bank connection tested"],
  "connection.disabled": ["Banka bağlantısı kapatıldı", "Bank connection disabled"],
  "connection.enabled": ["Banka bağlantısı açıldı", "Bank connection enabled"],
  "connection.retired": ["Banka bağlantısı sonlandırıldı", "Bank connection retired"],
  "feed.added": ["Hesap akışı eklendi", "Account feed added"],
  "feed.changed": ["Hesap akışı değiştirildi", "Account feed changed"],
  "feed.tested": ["Hesap akışı denendi", "Account feed tested"],
  "feed.disabled": ["Hesap akışı durduruldu", "Account feed disabled"],
  "feed.enabled": ["Hesap akışı yeniden açıldı", "Account feed enabled"],
  "live.started": ["Canlı ödemeler açıldı", "Live payments started"],
  "live.stopped": ["Canlı ödemeler kapatıldı", "Live payments stopped"],
  "routing.changed": ["Yönlendirme kuralları değişti", "Routing rules changed"],
  "view.saved": ["Görünüm kaydedildi", "View saved"],
  "view.removed": ["Görünüm silindi", "View removed"],
  "clock.moved": ["Test saati ilerletildi", "Test clock moved"],
  "job.retried": ["Arka plan işi yeniden denendi", "Background job tried again"],
  "job.dropped": ["Arka plan işinden vazgeçildi", "Background job given up"],
};

export const auditWords = catalogue({
  title: ["Denetim kaydı", "Audit log"],
  intro: [
    "Burada ve komut satırında yapılan her iş, reddedilen istekler de. Silinmez, değişmez. " +
      "Para hareketleri önce istek olarak, sonra sonucuyla yazılır.",
    "All actions in the panel and at the command line, and requests that were refused. " +
      "Entries are never removed or changed. A move of money is first recorded as a request, " +
      "then with its outcome.",
  ],
  outcomes: {
    asked: ["İstek", "Request"],
    refused: ["Reddedilen istek", "Refused request"],
  },
  actor: ["Kim", "Who"],
  action: ["İşlem", "What"],
  object: ["Kayıt", "To what"],
  change: ["Değişiklik", "Change"],
  from: ["IP adresi", "From where"],
  day: ["Gün", "Day"],
  all: ["Hepsi", "All"],
  filter: ["Göster", "Show"],
  clear: ["Temizle", "Clear"],
  none: ["Bu filtreye uyan kayıt yok.", "There is no entry with this filter."],
  request: ["İstek", "Request"],
  actions: ACTIONS,
});

/** The name of an action; a request and its refusal are told as such. */
export function actionText(audited: AuditedAction, language: Language): string {
  const { actions, outcomes } = auditWords[language];
  const { action, outcome } = partsOf(audited);
  const text = actions[action];
  return outcome === undefined ? text : `${outcomes[outcome]}: ${text}`;
}
