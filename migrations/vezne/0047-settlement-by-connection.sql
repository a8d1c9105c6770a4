-- A line of a contract may be for one connection to a bank. Without one it is for every connection.
alter table settlement_term add column acquirer text;
