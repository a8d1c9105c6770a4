-- Links at which an invited user, or one whose password was reset, chooses a password.
create table panel_password_link (
  user_id text primary key references panel_user on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null
);
