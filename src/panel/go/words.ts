import { catalogue } from "../../page/kit/catalogue.ts";

export const goWords = catalogue({
  title: ["Ara ve git", "Search and go"],
  hint: ["Ödeme, sayfa ya da işlem arayın", "Search for a payment, a page or an action"],
  search: ["Ara", "Search"],
  pages: ["Sayfaya git", "Go to a page"],
  actions: ["İşlem yap", "Do something"],
  keys: ["Klavye", "Keyboard"],
  keyOpen: ["Bu pencereyi aç", "Open this window"],
  keyMove: ["Listede satırdan satıra", "From row to row in a list"],
  keyEnter: ["Seçili satırı aç", "Open the chosen row"],
  doing: {
    failedToday: ["Bugünün başarısız ödemelerini göster", "Show today's failed payments"],
    yesterday: ["Dünün ödemelerini göster", "Show yesterday's payments"],
    export: ["Ödemeleri dışa aktar", "Export payments"],
    newKey: ["API anahtarı oluştur", "Create an API key"],
    calendar: ["Hesaba geçecek paraları göster", "Show the expected payouts"],
    accounts: ["Alıcı hesapları düzenle", "Edit the receiving accounts"],
    brand: ["Ödeme sayfasının görünümünü düzenle", "Edit the look of the payment page"],
    bank: ["Banka bağla", "Connect a bank"],
    routing: ["Ödeme yönlendirmesini dene", "Try out the payment routing"],
    password: ["Parolamı değiştir", "Change my password"],
    testPayment: ["Test ödemesi yap", "Make a test payment"],
  },
});
