-- migration: locks attempt
-- True for a request to charge a card whose CVC was not given: the bank may call it wrong only after
-- 3-D Secure, or in an inquiry.
alter table attempt add column lacks_cvc boolean;
