-- Sign-ins of the panel at an identity provider that wait for the browser's return.
create table panel_identity_attempt (
  state_hash text primary key,
  browser_hash text not null,
  next text not null,
  expires_at timestamptz not null
);

-- The person at an identity provider that a user is bound to since the first sign-in there.
create table panel_identity (
  user_id text primary key references panel_user on delete cascade,
  issuer text not null,
  subject text not null,
  bound_at timestamptz not null,
  unique (issuer, subject)
);

-- Users who may sign in by password for a while although passwords are switched off.
create table panel_password_permit (
  user_id text primary key references panel_user on delete cascade,
  expires_at timestamptz not null
);

-- True if an identity provider, and no password, proved the identity.
alter table panel_session add column is_by_identity boolean not null default false;
