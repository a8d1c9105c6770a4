-- Reports go through a merchant's payments by time. Every column of it stays as it was inserted, so
-- that a payment's moves are still updates in place.
create index payment_by_time on payment (merchant_id, mode, created_at, order_id);
