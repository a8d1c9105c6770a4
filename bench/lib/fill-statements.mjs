import { INTO_EVENT, RETURNED } from "./fill-events.mjs";

// The time part of the service's ids: milliseconds in Crockford's base 32 with nine digits.
const PLACES = Array.from(
  { length: 9 },
  (_, place) =>
    `substr('0123456789abcdefghjkmnpqrstvwxyz', (ms / ${32 ** (8 - place)} % 32)::int + 1, 1)`,
);

const FIRST_NAMES = `{Ayşe,Fatma,Emine,Hatice,Zeynep,Elif,Meryem,Şerife,Zehra,Sultan,Hanife,Merve,
  Havva,Zeliha,Esra,İrem,Işıl,Özlem,Gül,Çiğdem,Mehmet,Mustafa,Ahmet,Ali,Hüseyin,Hasan,İbrahim,
  İsmail,Osman,Yusuf,Murat,Ömer,Ramazan,Halil,Süleyman,Abdullah,Çağrı,Umut,Kerem,Iraz}`;
const LAST_NAMES = `{Yılmaz,Kaya,Demir,Çelik,Şahin,Yıldız,Yıldırım,Öztürk,Aydın,Özdemir,Arslan,
  Doğan,Kılıç,Aslan,Çetin,Kara,Koç,Kurt,Özkan,Şimşek,Polat,Korkmaz,Özcan,Çakır,Erdoğan,Can,Acar,
  Yavuz,Güneş,Aksoy,Işık,Bulut,Tekin,Güler,Avcı,Ateş,Bozkurt,Taş,Uçar,İnce}`;

/** SQL: true if the payment's kind, from 0 to 999, is at least `first` and less than `end`. */
const among = (first, end) => `kind >= ${first} and kind < ${end}`;

/**
 * SQL: the final states by kind, in parts per thousand: declined, cancelled during 3-D Secure,
 * preauthorised, captured later, refunded in full or in part, paid by bank transfer. Payments of
 * all other kinds are paid by card.
 */
const DECLINED = among(0, 120);
const ABANDONED = among(120, 130);
const HELD = among(130, 135);
const CAPTURED = among(135, 165);
const REFUNDED = among(165, 185);
const PARTLY_REFUNDED = among(185, 195);
const TRANSFERRED = among(200, 230);

/** SQL: a pseudorandom number below `bound` that is the same in each run. */
const drawn = (seed, bound) => `((hashint8extended(n, ${seed}) & 1073741823) % ${bound})`;

// $1: merchant, $2: its code, $3 to $4: numbers of this part, $5: count of all payments, $6: days.
const MOMENTS = `
  select n, (extract(epoch from now()) * 1000)::bigint
      - (($5::bigint - n) * ($6::bigint * 86400000 / $5::bigint)) as ms,
    md5(n || 'bench') || md5(n || 'fill') as noise, ${drawn(1, 1000)} as kind,
    ${drawn(2, "greatest(1, $5::bigint / 4)")} as person,
    case when ${drawn(3, 20)} = 0 then 1000000 + ${drawn(4, 9000000)}
      when ${drawn(3, 20)} < 6 then 100000 + ${drawn(4, 900000)}
      else 1000 + ${drawn(4, 99000)} end as amount
  from generate_series($3::bigint, $4::bigint) n`;

/** One row for each payment with the values for all its tables. */
export const FACTS = `
  create temp table bench_fill as
  with moment as materialized (${MOMENTS}),
  named as (
    select *, $1::text as merchant_id, ${PLACES.join(" || ")} as time,
      to_timestamp(ms / 1000.0) as at,
      not (${DECLINED}) and not (${ABANDONED}) and not (${HELD}) as is_paid,
      ${TRANSFERRED} as is_transfer,
      (${ABANDONED}) or ${drawn(5, 10)} < 4 and not (${among(130, 165)}) as has_challenge,
      case when ${drawn(6, 100)} < 94 then 'TRY' when ${drawn(6, 100)} < 98 then 'USD'
        else 'EUR' end as currency,
      case when ${drawn(7, 10)} < 7 then 1
        else (array[2,3,6,9,12])[1 + ${drawn(8, 5)}] end as parts,
      ('${FIRST_NAMES}'::text[])[1 + person % 40] as name,
      ('${LAST_NAMES}'::text[])[1 + person / 40 % 40] as surname
    from moment
  )
  select *,
    'ses_' || $2::text || time || left(noise, 26) as session_id,
    upper('ORD-' || $2::text || time || right(noise, 10)) as order_id,
    'att_' || $2::text || time || right(noise, 10) as attempt_id,
    case when is_transfer or parts = 1 then amount
      else amount + amount * parts / 100 end as charged,
    case when ${DECLINED} then 'failed' when ${ABANDONED} then 'cancelled'
      when ${HELD} then 'authorized' when ${REFUNDED} then 'refunded' else 'completed' end as state,
    case when is_transfer then 'bank_transfer' when ${drawn(9, 4)} = 0 then 'debitcard'
      else 'creditcard' end as payment_type,
    case when ${REFUNDED} then 1.0 when ${PARTLY_REFUNDED} then 0.3 else 0 end as returned_share,
    (${CAPTURED}) or (${HELD}) as is_held, (${CAPTURED}) as is_captured
  from named`;

/** The receiving account of all transfers. */
const IBAN = "TR330006100519786457841326";

const PAID = "case when is_paid then charged else 0 end";

const INTO_SESSION = `
  insert into session (merchant_id, session_id, mode, amount, currency, language, capture_method,
    customer, basket, success_url, fail_url, metadata, embedded, created_at, expires_at)
  select merchant_id, session_id, 'test', amount, currency, 'tr',
    case when is_held then 'manual' else 'automatic' end,
    jsonb_build_object('name', name, 'surname', surname, 'customer_id', 'C-' || person,
      'email', lower(translate(name || '.' || surname, 'ŞşÇçĞğÖöÜüıİI', 'SsCcGgOoUuiii'))
        || person || '@example.com', 'phone', '+90532' || lpad(person::text, 7, '0')),
    jsonb_build_array(jsonb_build_object('name', 'Ürün ' || person % 500, 'amount', amount)),
    'https://shop.example/ok', 'https://shop.example/no', '{}', false, at - interval '40 seconds',
    at + interval '1 hour'
  from bench_fill`;

const INTO_PAYMENT = `
  insert into payment (merchant_id, order_id, session_id, mode, state, amount, charged_amount,
    captured_amount, refunded_amount, currency, payment_type, installment_count, capture_method,
    origin, acquirer, card_bin, card_last_four, card_brand, card_bank, card_program,
    three_d_secure, decline_reason, customer_id, created_at, updated_at)
  select merchant_id, order_id, session_id, 'test', state, amount, charged, ${PAID}, ${RETURNED},
    currency, payment_type, case when is_transfer then 1 else parts end,
    case when is_held then 'manual' else 'automatic' end, 'page', 'sandbox',
    case when not is_transfer then (array['55287900','45435900','97922500','37424400'])[1 + person % 4]
      end,
    case when not is_transfer then lpad((person * 7919 % 10000)::text, 4, '0') end,
    case when not is_transfer then (array['mastercard','visa','troy','amex'])[1 + person % 4] end,
    case when not is_transfer then 'Örnek Bank' end, case when not is_transfer then 'Bonus' end,
    has_challenge, case when state = 'failed' then 'do_not_honour'
      when state = 'cancelled' then 'cancelled_by_customer' end,
    'C-' || person, at, at + interval '3 seconds'
  from bench_fill`;

const INTO_SESSION_PAYMENT = `
  insert into session_payment (merchant_id, session_id, order_id, created_at, holds_session)
  select merchant_id, session_id, order_id, at, state not in ('failed', 'cancelled')
  from bench_fill`;

const INTO_ATTEMPT = `
  insert into attempt (merchant_id, attempt_id, order_id, kind, state, amount, currency,
    bank_reference, auth_code, bank_code, md_status, created_at)
  select merchant_id, attempt_id, order_id, 'authorize',
    case state when 'failed' then 'declined' when 'cancelled' then 'abandoned' else 'approved' end,
    charged, currency, case when is_transfer then '${IBAN}/' || attempt_id
      when state <> 'cancelled' then '6' || lpad(n::text, 11, '0') end,
    case when state not in ('failed', 'cancelled') then upper(substr(noise, 3, 6)) end,
    case when state = 'failed' then '05' else '00' end, case when has_challenge then '1' end, at
  from bench_fill
  union all
  select merchant_id, attempt_id || 'c', order_id, 'capture', 'approved', charged, currency,
    '7' || lpad(n::text, 11, '0'), upper(substr(noise, 9, 6)), '00', null, at + interval '1 hour'
  from bench_fill where is_captured
  union all
  select merchant_id, attempt_id || 'r', order_id, 'refund', 'approved', ${RETURNED}, currency,
    '8' || lpad(n::text, 11, '0'), null, '00', null, at + interval '2 days'
  from bench_fill where returned_share > 0`;

const INTO_TRANSFER_REQUEST = `
  insert into transfer_request (merchant_id, order_id, mode, reference_code, iban, bank_code,
    bank_name, account_holder, amount, currency, created_at, expires_at)
  select merchant_id, order_id, 'test', substr(order_id, 5), '${IBAN}', '61', 'Örnek Bank',
    'Örnek Mağaza', charged, currency, at, at + interval '3 days'
  from bench_fill where is_transfer`;

const INTO_STATEMENT_LINE = `
  insert into statement_line (scope, account, bank_key, source, amount, currency, description,
    sender_name, booked_at, seen_at, state, merchant_id, mode, order_id, settled_at)
  select '', '${IBAN}', attempt_id, 'camt053', charged, currency, substr(order_id, 5),
    name || ' ' || surname, at, at + interval '3 seconds', 'matched', merchant_id, 'test', order_id,
    at + interval '3 seconds'
  from bench_fill where is_transfer`;

const INTO_REFUND = `
  insert into refund (merchant_id, refund_id, order_id, session_id, mode, attempt_id, state, amount,
    currency, completes_payment, created_at, updated_at)
  select merchant_id, 'REF' || substr(order_id, 4), order_id, session_id, 'test', attempt_id || 'r',
    'succeeded', ${RETURNED}, currency, returned_share = 1, at + interval '2 days',
    at + interval '2 days'
  from bench_fill where returned_share > 0`;

// The postings of a preauthorisation, of its end, of a charge and of a refund.
const INTO_POSTING = `
  with posted as (
    insert into posting (merchant_id, attempt_id, line, order_id, mode, debit, credit, amount,
      currency, created_at)
    select merchant_id, attempt_id, 0, order_id, 'test', 'card_holds', 'hold_obligations', charged,
      currency, at
    from bench_fill where is_held
    union all
    select merchant_id, attempt_id || 'c', 0, order_id, 'test', 'hold_obligations', 'card_holds',
      charged, currency, at + interval '1 hour'
    from bench_fill where is_captured
    union all
    select merchant_id, attempt_id || case when is_captured then 'c' else '' end,
      is_captured::int, order_id, 'test',
      case when is_transfer then 'bank_account' else 'acquirer_receivable' end,
      'merchant_payable', charged, currency,
      at + case when is_captured then interval '1 hour' else interval '3 seconds' end
    from bench_fill where is_paid
    union all
    select merchant_id, attempt_id || 'r', 0, order_id, 'test', 'merchant_payable',
      case when is_transfer then 'bank_account' else 'acquirer_receivable' end, ${RETURNED},
      currency, at + interval '2 days'
    from bench_fill where returned_share > 0
    returning merchant_id, attempt_id, line
  )
  insert into posting_unsealed select * from posted`;

/** Each statement reads the rows of FACTS; the last one has the merchant's code as a parameter. */
export const TABLES = [
  { text: INTO_SESSION, values: () => [] },
  { text: INTO_PAYMENT, values: () => [] },
  { text: INTO_SESSION_PAYMENT, values: () => [] },
  { text: INTO_ATTEMPT, values: () => [] },
  { text: INTO_TRANSFER_REQUEST, values: () => [] },
  { text: INTO_STATEMENT_LINE, values: () => [] },
  { text: INTO_REFUND, values: () => [] },
  { text: INTO_POSTING, values: () => [] },
  { text: INTO_EVENT, values: (code) => [code] },
];
