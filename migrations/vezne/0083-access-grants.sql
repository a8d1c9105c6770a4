-- Who gave a user access, and when last: a link at which a password is chosen, another role, or the
-- end of a block. For a day, both sides do not count as two persons. At most one row for each pair.
create table panel_access_grant (
  user_id text not null references panel_user on delete cascade,
  -- A user, or an operator key.
  given_by text not null,
  given_at timestamptz not null,
  primary key (user_id, given_by)
);

-- Null in links that were opened before. The table has a row for each open link, and payments never
-- read it.
-- migration: locks panel_password_link
alter table panel_password_link
  add column opened_by text,
  add column opened_at timestamptz;
