-- When a key was last used, to the minute; empty where nobody has used it since this was added.
alter table api_key add column used_at timestamptz;
