import type { AuditedAction } from "../../domain/merchant/audit.ts";
import { catalogue } from "../../page/kit/catalogue.ts";

const TR: Readonly<Partial<Record<AuditedAction, string>>> = {
  "refund.made.asked": "Panelden iade istendi",
  "refund.made.refused": "Panelden istenen iade yapılmadı",
  "refund.requested": "Panelden iade onayı istendi",
  "refund.approved": "Panelden iade onaylandı",
  "refund.rejected": "Panelden iade reddedildi",
  "payment.captured.asked": "Panelden tahsilat istendi",
  "payment.captured.refused": "Panelden istenen tahsilat yapılmadı",
  "payment.voided.asked": "Panelden blokenin kaldırılması istendi",
  "payment.voided.refused": "Panelden istenen bloke kaldırma yapılmadı",
  "payment.cleared": "Bankadan öğrenilen sonuç panelden işlendi",
  "payment.noted": "Panelden not yazıldı",
};

const EN: typeof TR = {
  "refund.made.asked": "A refund was asked for in the panel",
  "refund.made.refused": "A refund that was asked for in the panel was not made",
  "refund.requested": "Approval of a refund was asked for in the panel",
  "refund.approved": "A refund was approved in the panel",
  "refund.rejected": "A refund was rejected in the panel",
  "payment.captured.asked": "A capture was asked for in the panel",
  "payment.captured.refused": "A capture that was asked for in the panel was not made",
  "payment.voided.asked": "A void was asked for in the panel",
  "payment.voided.refused": "A void that was asked for in the panel was not made",
  "payment.cleared": "The result learnt from the bank was recorded in the panel",
  "payment.noted": "A note was written in the panel",
};

/** The audit entries in a payment's history; an attempt tells itself that it was made. */
export const auditedWords = catalogue(TR, EN);
