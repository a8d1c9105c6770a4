-- migration: locks refund_payout
-- The account to which a refund is sent back, where a person named it: the statement did not name
-- the sender, or in a text that the payer may have written.
alter table refund_payout add column to_iban text;
