-- What signing in to the panel needs to know of a user and of a session.
alter table panel_user
  -- Whether another user or a command made the password.
  add column has_temporary_password boolean not null default false,
  -- The last sign-in; before the first one, when the user was created or enabled.
  add column used_at timestamptz,
  -- Why the user is disabled; null while disabled_at is null.
  add column disabled_reason text check (disabled_reason in ('by_hand', 'unused'));

-- The upgrade disables no user: the 90 days of existing users begin with it.
update panel_user set
  used_at = now(),
  disabled_reason = case when disabled_at is not null then 'by_hand' end;

alter table panel_user
  alter column used_at set default now(),
  alter column used_at set not null;

alter table panel_session
  -- When the user last gave the password or a code within this session.
  add column confirmed_at timestamptz;

-- Hashes of a user's last passwords, the present one among them, so that none is used again.
create table panel_password (
  user_id text not null references panel_user on delete cascade,
  hash text not null,
  -- In the order that they were set in.
  number bigint generated always as identity,
  primary key (user_id, hash)
);

insert into panel_password (user_id, hash) select user_id, password_hash from panel_user;

-- Failed tries to sign in, or to confirm who one is. The subject is a digest: it tells neither an
-- account nor an address.
create table sign_in_tries (
  subject text primary key,
  tries integer not null,
  tried_at timestamptz not null
) with (fillfactor = 70);
