-- Payments and events lie in partitions by the month of their creation. There is one to begin with,
-- without an end; the service closes it at the end of a month once it is large, and opens the next.
-- A key of a partitioned table has the month in it, so which payment holds a session is written down
-- beside them: this is what forbids the second charge of a session, whatever month it falls in.
create table session_payment (
  merchant_id text not null,
  session_id text not null,
  order_id text not null,
  -- The payment's, which says in which partition it lies.
  created_at timestamptz not null,
  -- From the intent until the payment fails; for good once money was held or taken.
  holds_session boolean not null,
  primary key (merchant_id, session_id, order_id)
) with (fillfactor = 90);

insert into session_payment
select merchant_id, session_id, order_id, created_at, holds_session from payment
order by merchant_id, session_id;

create unique index session_payment_holds on session_payment (merchant_id, session_id)
  where holds_session;

drop index payment_holds_session, payment_by_session;
alter table payment drop column holds_session;

alter table payment rename to payment_first;
alter index payment_by_time rename to payment_first_by_time;
alter table payment_first drop constraint payment_pkey;
alter table payment_first add primary key (merchant_id, order_id, created_at);
create table payment (like payment_first including defaults including constraints)
  partition by range (created_at);
alter table payment add primary key (merchant_id, order_id, created_at);
create index payment_by_time on payment (merchant_id, mode, created_at, order_id);
alter table payment attach partition payment_first for values from (minvalue) to (maxvalue);

alter table event rename to event_first;
alter index event_by_transaction rename to event_first_by_transaction;
alter table event_first drop constraint event_pkey;
alter table event_first add primary key (merchant_id, event_id, created_at);
create table event (like event_first including defaults including constraints)
  partition by range (created_at);
alter table event add primary key (merchant_id, event_id, created_at);
create index event_by_transaction on event (written_by);
alter table event attach partition event_first for values from (minvalue) to (maxvalue);

revoke update, delete, truncate on event from public, current_user;
grant update (data, written_by) on event to current_user;

-- So that an event is looked for in its own month only.
alter table event_feed add column created_at timestamptz;
update event_feed set created_at = event.created_at
from event where event.merchant_id = event_feed.merchant_id and event.event_id = event_feed.event_id;
alter table event_feed alter column created_at set not null;
