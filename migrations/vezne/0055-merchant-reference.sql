-- The merchant's own number of an order. The payment has a copy, because lists and exports read
-- payments alone.
alter table session add column reference text;
alter table payment add column reference text;

-- Payments are found by a whole reference or by its end, without regard to case.
create index payment_by_reference on payment
  (merchant_id, reverse(upper(reference)) text_pattern_ops)
  where reference is not null;

-- The last ten digits of a telephone number, whichever way it is written: +90 532 123 45 67,
-- 0532 123 45 67, (532) 1234567. Null for a text that is no such number.
create function phone_digits(phone text) returns text language sql immutable parallel safe
return case
  when phone ~ '^[-+0-9 ()./]+$' and length(regexp_replace(phone, '[^0-9]', '', 'g')) >= 7
  then right(regexp_replace(phone, '[^0-9]', '', 'g'), 10)
end;

-- A customer is also found by the part of the e-mail address before the @, and by the telephone
-- number in any notation.
drop index session_by_customer;

create or replace function customer_terms(merchant_id text, customer jsonb) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(array_remove(array_remove(
  string_to_array(
    merchant_id || ' name ' || replace(
      name_words(coalesce(customer ->> 'name', '') || ' ' || coalesce(customer ->> 'surname', '')),
      ' ', E'\n' || merchant_id || ' name '),
    E'\n')
  || (merchant_id || ' email ' || left(md5(lower(customer ->> 'email')), 16))
  || (merchant_id || ' email ' || left(md5(lower(split_part(customer ->> 'email', '@', 1))), 16))
  || (merchant_id || ' phone '
    || left(md5(coalesce(phone_digits(customer ->> 'phone'), customer ->> 'phone')), 16))
  || (merchant_id || ' id ' || left(md5(customer ->> 'customer_id'), 16)),
  merchant_id || ' name '), null));

create or replace function customer_query(merchant_id text, typed text) returns tsquery
language sql immutable parallel safe
return (
  '''' || merchant_id || ' email ' || left(md5(lower(typed)), 16) || ''' | '''
  || merchant_id || ' phone ' || left(md5(coalesce(phone_digits(typed), typed)), 16) || ''' | '''
  || merchant_id || ' id ' || left(md5(typed), 16) || ''''
  || case when name_words(typed) = '' then '' else
    ' | (''' || merchant_id || ' name ' || replace(
      replace(name_words(typed), E'\\', E'\\\\'),
      ' ', E'\':* & \'' || merchant_id || ' name ')
    || ''':*)' end)::tsquery;

create or replace function is_customer(customer jsonb, typed text) returns boolean
language sql immutable parallel safe
return lower(customer ->> 'email') = lower(typed)
  or lower(split_part(customer ->> 'email', '@', 1)) = lower(typed)
  or coalesce(phone_digits(customer ->> 'phone'), customer ->> 'phone')
    = coalesce(phone_digits(typed), typed)
  or customer ->> 'customer_id' = typed
  or name_words(typed) <> '' and
    ' ' || folded_name(
      coalesce(customer ->> 'name', '') || ' ' || coalesce(customer ->> 'surname', '')
    ) like all (string_to_array(
      '% ' || replace(
        replace(replace(replace(name_words(typed), E'\\', E'\\\\'), '%', E'\\%'), '_', E'\\_'),
        ' ', E'%\n% ') || '%',
      E'\n'));

create index session_by_customer on session using gin (customer_terms(merchant_id, customer))
  where customer <> '{}';

-- The texts and numbers at the top level of a session's metadata, in small letters. JSON that
-- PostgreSQL cannot read (the character 0, half of a surrogate pair) has none, because an error
-- here would refuse the session.
create function metadata_values(metadata text) returns text[]
language sql immutable parallel safe
return case when metadata ~ '\\u(0000|[dD][89a-fA-F])' then '{}' else array(
  select distinct lower(value) from json_each_text(metadata::json) as member (name, value)
  where value <> '' and length(value) <= 255)
end;

-- An index of words keeps them for good, so it has digests only (see customer_terms).
create function metadata_terms(merchant_id text, metadata text) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(array(
  select merchant_id || ' ' || left(md5(value), 16) from unnest(metadata_values(metadata)) as value));

create function metadata_query(merchant_id text, typed text) returns tsquery
language sql immutable parallel safe
return ('''' || merchant_id || ' ' || left(md5(lower(typed)), 16) || '''')::tsquery;

create index session_by_metadata on session using gin (metadata_terms(merchant_id, metadata))
  where metadata <> '{}';
