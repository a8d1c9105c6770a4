-- A refund that a person sends back is no question to a bank.
update attempt set state = 'by_hand' where state = 'open' and (merchant_id, attempt_id) in (
  select merchant_id, attempt_id from refund where state = 'awaiting_payout'
);
-- Whatever was left without a time is asked about at once.
update attempt set due_at = created_at where state = 'open' and due_at is null;
update attempt set due_at = null where state <> 'open' and due_at is not null;

-- While it is not known what became of a request to a bank, there is a time at which the bank is
-- asked: no statement can leave a payment that no job will settle.
alter table attempt add constraint attempt_open_is_due
  check ((state = 'open') = (due_at is not null));
