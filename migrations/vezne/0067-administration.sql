-- Keys of the administration API; they belong to the installation and to no merchant.
create table operator_key (
  key_id text primary key,
  name text not null,
  rights text[] not null,
  networks text[] not null,
  hash text not null,
  last_four text not null,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  used_at timestamptz,
  used_from text
);

create unique index operator_key_by_name on operator_key (name) where revoked_at is null;
