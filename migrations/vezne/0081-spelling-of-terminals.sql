-- A terminal's numbers are compared without leading zeros and with capital letters, so that two
-- spellings are one terminal. Where two connections hold one terminal already, both stay: the one
-- that is spelled so or is the oldest has the form, the others keep theirs.
with spelled as (
  select merchant_id, connection_id, mode, protocol, bank, terminal, created_at,
    upper(regexp_replace(terminal, '(^|/)0+(?=[0-9]+(/|$))', '\1', 'g') collate "C") as number
  from acquirer_connection where state <> 'retired'
), claims as (
  select *, row_number() over (
    partition by mode, case mode when 'test' then merchant_id end, protocol, bank, number
    order by terminal <> number, created_at, connection_id
  ) as place
  from spelled
)
update acquirer_connection c set terminal = claims.number
from claims
where c.merchant_id = claims.merchant_id and c.connection_id = claims.connection_id
  and claims.place = 1 and c.terminal <> claims.number;
