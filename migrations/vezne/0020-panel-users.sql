-- People who use the panel. They are few, and are looked for by their address before anything is
-- known of their merchant, so these tables are kept in one place.
create table panel_user (
  user_id text primary key,
  -- Null: an operator, who sees every merchant.
  merchant_id text references merchant,
  email text not null unique check (email = lower(email)),
  role text not null check (role in ('owner', 'finance', 'support', 'developer', 'read-only')),
  password_hash text not null,
  language text not null check (language in ('tr', 'en')),
  -- Set when the second factor is begun to be set up; in force once it is confirmed.
  code_secret text,
  code_since timestamptz,
  -- The last time step whose code was taken; no code is taken twice.
  code_step bigint not null default 0,
  disabled_at timestamptz,
  created_at timestamptz not null
);

create index panel_user_by_merchant on panel_user (merchant_id);

create table panel_recovery_code (
  user_id text not null references panel_user,
  hash text not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

create table panel_session (
  token_hash text primary key,
  -- What a list of sessions names it by.
  session_ref text not null unique,
  user_id text not null references panel_user,
  -- Whether the password alone was given and the code is still to come.
  is_pending boolean not null,
  has_second_factor boolean not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- What the next page is to say, once.
  notice jsonb
) with (fillfactor = 70);

create index panel_session_by_user on panel_session (user_id);
create index panel_session_by_end on panel_session (expires_at);

-- Who did what. Nothing here is ever changed or removed; the database itself refuses it.
create table panel_audit (
  entry_id text primary key,
  at timestamptz not null,
  merchant_id text,
  mode text check (mode in ('test', 'live')),
  -- Null: somebody at the command line.
  user_id text,
  actor text not null,
  action text not null,
  object_kind text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  request_id text,
  address text
);

create index panel_audit_by_time on panel_audit (merchant_id, at desc, entry_id desc);
create index panel_audit_by_object on panel_audit (object_id, at);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;

create trigger panel_audit_stays before update or delete or truncate on panel_audit
  for each statement execute function refuse_audit_change();
