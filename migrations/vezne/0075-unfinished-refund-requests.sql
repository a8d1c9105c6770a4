-- migration: concurrently
-- Every page of the panel counts the approved refunds that are not made yet.
create index concurrently refund_request_unfinished on refund_request (merchant_id, mode)
  where state = 'approved' and refund_id is null and refusal is null;
