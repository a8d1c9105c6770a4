-- A merchant's contracts with banks (virtual POS), and how each is reached.
create table acquirer_connection (
  merchant_id text not null references merchant,
  connection_id text not null,
  mode text not null check (mode in ('test', 'live')),
  protocol text not null,
  bank text not null,
  -- EFT code of the bank.
  bank_code text not null,
  terminal text not null,
  title text not null,
  -- The credentials that are no secrets, for people.
  shown_credentials jsonb not null,
  -- All credentials, encrypted by the vault: the prefix `sealed:`, the key's id, the wrapped key and
  -- the ciphertext.
  credentials text not null check (starts_with(credentials, 'sealed:')),
  hosts text not null check (hosts in ('bank', 'simulated_bank')),
  -- Null: the protocol has no 3-D Secure.
  model text,
  accepted_md_status text[] not null check ('1' = any (accepted_md_status)),
  installment_counts smallint[] not null,
  programs text[] not null,
  currencies text[] not null check (cardinality(currencies) > 0),
  -- Limits of a payment in minor units of the only currency.
  amount_min bigint,
  amount_max bigint,
  weight integer not null check (weight between 0 and 1000),
  active_from timestamptz,
  active_until timestamptz,
  state text not null check (state in ('active', 'disabled', 'retired')),
  version bigint not null,
  -- The bank's last answer to a check, for people.
  last_check jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, connection_id),
  check (mode = 'test' or hosts = 'bank')
);

-- A live terminal belongs to one contract. Banks publish test terminals that everyone shares, so a
-- test terminal is unique only within a merchant.
create unique index acquirer_connection_live_terminal
  on acquirer_connection (protocol, bank, terminal) where mode = 'live' and state <> 'retired';
create unique index acquirer_connection_test_terminal
  on acquirer_connection (merchant_id, protocol, bank, terminal)
  where mode = 'test' and state <> 'retired';
create unique index acquirer_connection_title
  on acquirer_connection (merchant_id, mode, title) where state <> 'retired';

-- A merchant's routing table: which connection is tried first for which payment.
create table routing_rule (
  merchant_id text not null references merchant,
  mode text not null check (mode in ('test', 'live')),
  -- Rules are read in this order.
  position integer not null,
  name text not null,
  action text not null check (action in ('prefer', 'share', 'only', 'avoid')),
  -- Null: the connections of the card issuer's bank.
  connection_ids text[],
  terms text not null check (terms in ('any', 'single', 'installments')),
  programs text[] not null,
  bin_prefixes text[] not null,
  brands text[] not null,
  currencies text[] not null,
  amount_from bigint,
  amount_to bigint,
  hour_from smallint check (hour_from between 0 and 23),
  hour_to smallint check (hour_to between 0 and 24),
  primary key (merchant_id, mode, position)
);

-- One row, whose version grows with each change of the two tables. Each process compares it with
-- the version that it has in memory.
create table connection_version (
  is_only boolean primary key default true check (is_only),
  version bigint not null
);
insert into connection_version (version) values (0);
