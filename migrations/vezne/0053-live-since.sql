-- A merchant takes live payments by card only after it was switched live. Merchants with an active
-- live connection take them already, and go on.
update merchant set settings = settings || jsonb_build_object(
  'liveSince', (extract(epoch from clock_timestamp()) * 1000)::bigint
)
where exists (
  select from acquirer_connection
  where acquirer_connection.merchant_id = merchant.merchant_id
    and mode = 'live' and state = 'active'
);
