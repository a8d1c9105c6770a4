/**
 * The texts of refusals: those of 2008, 2507, 2508, 2509 and 2603 were recorded at the gateway, the
 * others follow their form.
 */
const TEXTS: Readonly<Record<string, string>> = {
  "CORE-2008": "İptal edilmeye uygun satış işlemi bulunamadı.",
  "CORE-2115": "PostAuth yapilamaz, uyusan PreAuth yok.",
  "CORE-2117": "Iade yapilamaz, uygun satis islemi bulunamadi.",
  "CORE-2503": "Iade tutari net tutardan buyuk olamaz.",
  "CORE-2504": "Net Tutar 0.",
  "CORE-2507": "Bu siparis numarasi ile zaten basarili bir siparis var.",
  "CORE-2508": "Iade yapilamaz, siparis gunsonuna girmemis.",
  "CORE-2509": "PostAuth yapilamaz, uyusan PreAuth yok.",
  "CORE-2511": "Iptal yapilamaz, siparis gunsonuna girmis.",
  "CORE-2513": "PostAuth yapilamaz, PreAuth suresi dolmus.",
  "CORE-2603": "Taksit tablosu icin gecersiz deger",
};

export function textOf(code: string): string {
  return TEXTS[code] ?? "Gecersiz istek";
}
