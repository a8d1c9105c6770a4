-- The connection to a bank whose settlement file was compared; null for files of earlier releases.
alter table settlement_import add column acquirer text;
