-- What a customer typed on the payment page besides the card number and its code, for the minutes
-- that the way over the bank's page takes. Unlogged: it reaches neither backups nor standbys, and a
-- crash that empties it costs a customer a name and a date.
create unlogged table page_draft (
  merchant_id text not null,
  session_id text not null,
  draft jsonb not null,
  expires_at timestamptz not null,
  primary key (merchant_id, session_id)
);

create index page_draft_by_expiry on page_draft (expires_at);
