-- How a merchant looks to its customers. The digest is part of the logo's address, which therefore
-- never changes what it shows.
create table merchant_brand (
  merchant_id text primary key references merchant,
  display_name text,
  accent_light text,
  accent_dark text,
  terms_url text,
  logo bytea,
  logo_type text,
  logo_width integer,
  logo_height integer,
  logo_digest text generated always as (encode(sha256(logo), 'hex')) stored,
  check ((accent_light is null) = (accent_dark is null)),
  check (octet_length(logo) <= 65536),
  check (num_nulls(logo, logo_type, logo_width, logo_height) in (0, 4))
);
