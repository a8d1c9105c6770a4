-- What a merchant must tell its customers on the payment page and on the receipt.
alter table merchant_brand
  add column privacy_url text,
  add column contact text;
