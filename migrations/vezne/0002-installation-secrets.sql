-- Secrets that all processes of an installation share and that are made at its first start.
create table installation_secret (
  name text primary key,
  value text not null,
  created_at timestamptz not null default clock_timestamp()
);
