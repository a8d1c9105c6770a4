-- Ways to see the transfers that arrive at bank accounts, which the service looks at by itself.
create table bank_feed (
  feed_id text primary key,
  -- Null for a feed of the installation, which brings lines of any merchant.
  merchant_id text references merchant,
  mode text check (mode in ('test', 'live')),
  protocol text not null,
  title text not null,
  hosts text not null check (hosts in ('bank', 'simulated_bank')),
  -- The credentials that are no secrets, for people.
  shown_credentials jsonb not null,
  -- All credentials, encrypted by the vault.
  credentials text not null check (starts_with(credentials, 'sealed:')),
  every_seconds integer not null check (every_seconds > 0),
  state text not null check (state in ('active', 'disabled')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  due_at timestamptz not null,
  -- The end of the lease of the process that looks at the feed.
  leased_until timestamptz,
  -- Every line that the bank showed at this moment was taken.
  read_until timestamptz,
  -- Notes of the protocol for its next look.
  memory jsonb,
  answered_at timestamptz,
  news_at timestamptz,
  failures integer not null default 0,
  -- The result of the last look or check, for people.
  last_check jsonb,
  check ((merchant_id is null) = (mode is null))
);

create unique index bank_feed_title
  on bank_feed (coalesce(merchant_id, ''), coalesce(mode, ''), title);
