-- migration: locks acquirer_connection
-- In a rehearsal of live mode, connections lead to the test bank
-- (docs/decisions/live-rehearsal.md).
alter table acquirer_connection drop constraint acquirer_connection_check;
