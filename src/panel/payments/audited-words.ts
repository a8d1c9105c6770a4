import type { AuditedAction } from "../../domain/merchant/audit.ts";
import { catalogue, type Catalogue } from "../../page/kit/catalogue.ts";

type Texts = Readonly<Partial<Record<AuditedAction, readonly [tr: string, en: string]>>>;

/** The audit entries in a payment's history; an attempt tells itself that it was made. */
export const auditedWords: Catalogue<Readonly<Partial<Record<string, string>>>> = catalogue({
  "refund.made.asked": ["Panelden iade istendi", "A refund was asked for in the panel"],
  "refund.made.refused": [
    "Panelden istenen iade yapılmadı",
    "A refund that was asked for in the panel was not made",
  ],
  "refund.requested": [
    "Panelden iade onayı istendi",
    "Approval of a refund was asked for in the panel",
  ],
  "refund.approved": ["Panelden iade onaylandı", "A refund was approved in the panel"],
  "refund.rejected": ["Panelden iade reddedildi", "A refund was rejected in the panel"],
  "payment.captured.asked": ["Panelden tahsilat istendi", "A capture was asked for in the panel"],
  "payment.captured.refused": [
    "Panelden istenen tahsilat yapılmadı",
    "A capture that was asked for in the panel was not made",
  ],
  "payment.voided.asked": [
    "Panelden blokenin kaldırılması istendi",
    "A void was asked for in the panel",
  ],
  "payment.voided.refused": [
    "Panelden istenen bloke kaldırma yapılmadı",
    "A void that was asked for in the panel was not made",
  ],
  "payment.cleared": [
    "Bankadan öğrenilen sonuç panelden işlendi",
    "The result learnt from the bank was recorded in the panel",
  ],
  "payment.noted": ["Panelden not yazıldı", "A note was written in the panel"],
} satisfies Texts);
