-- Addresses on which the first owner of an installation introduces themselves. There is one for each start that found
-- nobody, and none once there is somebody.
create table panel_set_up (
  token_hash text primary key,
  expires_at timestamptz not null
);
