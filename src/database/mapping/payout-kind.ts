/**
 * SQL for the kind of settled line that a posting of an attempt belongs to: a refund lowers the
 * acquirer's payout, and so does a capture that the bank took back, with its commission.
 */
export const PAYOUT_KIND =
  "case when debit = 'merchant_payable' or credit = 'acquirer_commission' then 'refund' else 'sale' end";
