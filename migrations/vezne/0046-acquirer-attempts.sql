-- Facts of an attempt that a bank's own protocol needs. Attempts of the sandbox leave all of them
-- null, so that they stay as small as before.
alter table attempt
  -- The connection that the attempt was sent to; null in attempts of earlier releases.
  add column acquirer text,
  -- The reference under which the bank knows the attempt; null if it is the attempt's own id.
  add column acquirer_reference text,
  -- The bank's values for later calls, encrypted by the vault.
  add column acquirer_state text,
  -- The bank's page of a challenge, encrypted by the vault; removed when the challenge ends.
  add column challenge_document text,
  add column booked_at timestamptz,
  -- The amount that the bank says it approved, in minor units.
  add column approved_minor bigint,
  -- The attempt that an undo takes back.
  add column original_attempt_id text,
  -- `day_end`: sent again after the bank's day end. `bank`: the bank will decide.
  add column pending_until text check (pending_until in ('day_end', 'bank')),
  -- The first of several inquiries in a row for which the bank did not know the attempt.
  add column not_found_at timestamptz,
  -- The reason for which a person must clear the attempt with the bank.
  add column person_reason text;

create unique index attempt_by_acquirer_reference
  on attempt (merchant_id, acquirer, acquirer_reference) where acquirer_reference is not null;
-- The vault's key rotation reads the encrypted values.
create index attempt_sealed on attempt (merchant_id, attempt_id)
  where acquirer_state is not null or challenge_document is not null;
create index attempt_for_person on attempt (merchant_id, created_at)
  where person_reason is not null;
-- An attempt is taken back once.
create unique index attempt_undo on attempt (merchant_id, original_attempt_id)
  where original_attempt_id is not null;
