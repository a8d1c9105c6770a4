-- What payments are looked for by. Their columns stay as they were inserted, so that a payment's
-- moves are still updates in place; with its time at the end, each gives the newest first.
create index payment_by_card on payment (merchant_id, mode, card_last_four, created_at)
  where card_last_four is not null;
create index payment_by_amount on payment (merchant_id, mode, amount, created_at);

-- References of banks are known with an answer, which writes a new row version in any case.
create index attempt_by_bank_reference on attempt (merchant_id, bank_reference)
  where bank_reference is not null;
create index attempt_by_auth_code on attempt (merchant_id, auth_code)
  where auth_code is not null;

-- What belongs to a session lies together: its events, and through them those of its payments.
create index event_by_session on event (merchant_id, session_id);

-- Names are compared without case, signs and the difference between the four i of Turkish.
create function folded_name(name text) returns text language sql immutable parallel safe
return translate(lower(translate(name, E'Iİ.,-\'\t\r\n', 'ii       ')), 'ı', 'i');

-- Its words, with one space between them.
create function name_words(name text) returns text language sql immutable parallel safe
return btrim(regexp_replace(folded_name(name), ' +', ' ', 'g'));

-- What a customer is found by: words of the name, and digests of what is looked for as a whole. An
-- index of words keeps them for good, also when no row has them any more, so that none of them may
-- tell who somebody was.
create function customer_terms(merchant_id text, customer jsonb) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(array_remove(array_remove(
  string_to_array(
    merchant_id || ' name ' || replace(
      name_words(coalesce(customer ->> 'name', '') || ' ' || coalesce(customer ->> 'surname', '')),
      ' ', E'\n' || merchant_id || ' name '),
    E'\n')
  || (merchant_id || ' email ' || left(md5(lower(customer ->> 'email')), 16))
  || (merchant_id || ' phone ' || left(md5(customer ->> 'phone'), 16))
  || (merchant_id || ' id ' || left(md5(customer ->> 'customer_id'), 16)),
  merchant_id || ' name '), null));

-- Whom somebody means who types this: an address, a number, an id, or the beginnings of some words.
create function customer_query(merchant_id text, typed text) returns tsquery
language sql immutable parallel safe
return (
  '''' || merchant_id || ' email ' || left(md5(lower(typed)), 16) || ''' | '''
  || merchant_id || ' phone ' || left(md5(typed), 16) || ''' | '''
  || merchant_id || ' id ' || left(md5(typed), 16) || ''''
  || case when name_words(typed) = '' then '' else
    ' | (''' || merchant_id || ' name ' || replace(
      replace(name_words(typed), E'\\', E'\\\\'),
      ' ', E'\':* & \'' || merchant_id || ' name ')
    || ''':*)' end)::tsquery;

-- The same of one customer at a time, which costs a fraction of making its terms.
create function is_customer(customer jsonb, typed text) returns boolean
language sql immutable parallel safe
return lower(customer ->> 'email') = lower(typed)
  or customer ->> 'phone' = typed
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
