-- Whence a card was tried: an IPv4 address or an IPv6 /64, which the limits against carding count by.
alter table payment add column client_network text;
