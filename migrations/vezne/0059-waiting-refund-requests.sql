-- Every page of the panel counts the refunds that wait for an approval.
create index refund_request_waiting on refund_request (merchant_id, mode) where state = 'waiting';
