-- Up to which session each merchant's have been looked at after their hour. Ids of sessions begin
-- with the time, so their own key finds the next ones, and no index of them is needed.
create table session_expiry (
  merchant_id text primary key,
  session_id text not null
);

-- Sessions whose hour is over while a payment of theirs is still open: looked at again.
create table session_watch (
  merchant_id text not null,
  session_id text not null,
  due_at timestamptz not null,
  primary key (merchant_id, session_id)
);

create index session_watch_due on session_watch (due_at);
