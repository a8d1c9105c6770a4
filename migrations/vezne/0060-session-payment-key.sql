-- migration: needs release 0.1.0
-- One unique index in place of two: it forbids a second payment that holds a session, and finds the
-- payments of a session, also those that have released it.
drop index session_payment_holds;
alter table session_payment drop constraint session_payment_pkey;
create unique index session_payment_holds on session_payment
  (merchant_id, session_id, (case when holds_session then '' else order_id end));
