-- Keys that wrap the key of each stored card. The keys themselves stay outside the database: what is
-- here tells which one is in force, so that two machines can't each work with their own, and holds
-- the key of the fingerprints as each of them wrapped it.
create table vault_key (
  key_id text primary key,
  is_current boolean not null,
  wrapped_fingerprint_key bytea not null,
  created_at timestamptz not null
);

create unique index vault_key_current on vault_key (is_current) where is_current;

-- One row for each card of a merchant's customer, found again by a keyed fingerprint. It has its token
-- from the first payment that asks to save it, and its ciphertext from the first that is approved.
create table stored_card (
  merchant_id text not null,
  card_token text not null,
  mode text not null check (mode in ('test', 'live')),
  customer_id text,
  fingerprint text not null,
  card_bin text not null,
  card_last_four text not null,
  card_brand text not null,
  card_bank text,
  expire_month smallint,
  expire_year smallint,
  holder_name text,
  key_id text,
  wrapped_key bytea,
  sealed bytea,
  created_at timestamptz not null,
  touched_at timestamptz not null,
  primary key (merchant_id, card_token),
  unique (merchant_id, mode, fingerprint),
  check (num_nonnulls(expire_month, expire_year, holder_name, key_id, wrapped_key, sealed) in (0, 6))
) with (fillfactor = 80);

create index stored_card_by_customer on stored_card (merchant_id, mode, customer_id, created_at);

-- A card as it came with a payment that is under way; gone when that payment has ended either way.
create table card_draft (
  merchant_id text not null,
  order_id text not null,
  card_token text not null,
  card_bank text,
  expire_month smallint not null,
  expire_year smallint not null,
  holder_name text not null,
  key_id text not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, order_id)
);

create index card_draft_by_token on card_draft (merchant_id, card_token);

-- The stored card that a payment was made with, or that it stores once it is approved.
alter table payment add column card_token text;
