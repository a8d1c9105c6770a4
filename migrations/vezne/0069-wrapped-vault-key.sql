-- Vault keys that a key management service has encrypted. Only that service can decrypt them, so the
-- rows protect a copy of the database as much as no rows would. Every process reads the same keys.
create table vault_wrapped_key (
  key_id text primary key,
  -- Kind and key of the service that has encrypted the key.
  service text not null,
  wrapped text not null,
  made_at timestamptz not null,
  wrapped_at timestamptz not null
);
