-- Every widget script that was ever served here. Merchants' pages name one by its version and hold
-- it against its hash, so it must outlive the release that brought it.
create table widget_release (
  version text primary key,
  script bytea not null,
  served_since timestamptz not null
);
