-- The limit of a logo is 256 KiB.
alter table merchant_brand
  drop constraint merchant_brand_logo_check,
  add constraint merchant_brand_logo_check check (octet_length(logo) <= 262144);
