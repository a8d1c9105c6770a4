/** Returns search terms that match one payment, which is a year old; the data cover two years. */
export async function searchTermsOfOne({ pool, merchantId }) {
  const { rows } = await pool.query(
    `select payment.order_id, payment.session_id, payment.amount::text, card_last_four,
       payment.customer_id, customer ->> 'email' as email, customer ->> 'phone' as phone,
       customer ->> 'name' as name, customer ->> 'surname' as surname, bank_reference, auth_code,
       (payment.created_at at time zone 'UTC')::date::text as day,
       (select refund_id from refund where refund.merchant_id = $1 limit 1) as refund_id
     from (
       select * from payment where merchant_id = $1 and created_at < now() - interval '1 year'
         and state = 'completed' and card_last_four is not null
       order by created_at desc limit 1
     ) as payment
     join session using (merchant_id, session_id)
     join attempt using (merchant_id, order_id)`,
    [merchantId],
  );
  return rows[0];
}

/** Queries of the panel's list by their descriptions. */
export function panelQueries(one) {
  const search = (text) => `?q=${encodeURIComponent(text)}`;
  const [year, month] = one.day.split("-");
  const inMonth = `start_date=${year}-${month}-01&end_date=${year}-${month}-28`;
  const person = `${one.name} ${one.surname}`;
  return {
    "no filter": "",
    "status: declined": "?status=failed",
    "status: authorized": "?status=authorized",
    "status: refunded": "?status=refunded",
    "status of no payment": "?status=processing",
    "payment method": "?payment_type=bank_transfer",
    "unused payment method": "?payment_type=wallet",
    "payment method and status of no payment": "?payment_type=bank_transfer&status=failed",
    "one day": `?start_date=${one.day}&end_date=${one.day}`,
    "one month": `?${inMonth}`,
    "refunded of one month": `?${inMonth}&status=refunded`,
    "days without payments": "?end_date=2001-01-01",
    "exact amount": `?min_amount=${one.amount}&max_amount=${one.amount}`,
    "amount of no payment": "?min_amount=999999999",
    "wide amounts": "?min_amount=20000&max_amount=90000",
    "wide amounts, refunded": "?min_amount=20000&max_amount=90000&status=refunded",
    "wide amounts, authorized, by wallet":
      "?min_amount=20000&status=authorized&payment_type=wallet",
    "wide amounts of a month": `?min_amount=20000&max_amount=90000&${inMonth}`,
    order: search(one.order_id),
    session: search(one.session_id),
    refund: search(one.refund_id),
    "last four": search(one.card_last_four),
    "last four, declined, one month": `${search(one.card_last_four)}&status=failed&${inMonth}`,
    "customer's e-mail": search(one.email),
    "e-mail of no payment": search("nobody@nowhere.example"),
    "first name": search(one.name),
    "first name, refunded, one month": `${search(one.name)}&status=refunded&${inMonth}`,
    "first name, amount of no payment": `${search(one.name)}&min_amount=999999999`,
    "whole name": search(person),
    "beginnings of a name": search(`${one.surname.slice(0, 3)} ${one.name.slice(0, 3)}`),
    "name of no payment": search("Zzyzx"),
    phone: search(one.phone),
    "customer's id": search(one.customer_id),
    "bank's reference": search(one.bank_reference),
    "approval code": search(one.auth_code),
    "older page in the middle": `?after=${one.order_id}`,
    "newer page in the middle": `?before=${one.order_id}`,
    "older page of refunded payments": `?after=${one.order_id}&status=refunded`,
    "older page of wide amounts": `?after=${one.order_id}&min_amount=20000&max_amount=90000`,
    "older page of a first name": `${search(one.name)}&after=${one.order_id}`,
    payment: `/${one.order_id}`,
    "export, with its count": "/export",
    "export of wide amounts, with its count": "/export?min_amount=20000&max_amount=90000",
  };
}

/** Queries of the interface's list, which always counts exactly, by their descriptions. */
export function listQueries(one, count) {
  const perPage = 20;
  const last = Math.ceil(count / perPage);
  const wide = "min_amount=20000&max_amount=90000";
  return {
    "first page": "",
    "page in the middle": `?page=${Math.ceil(last / 2)}`,
    "last page": `?page=${last}`,
    "status: declined, page 1000": "?status=failed&page=1000",
    "status: authorized": "?status=authorized",
    "status of no payment": "?status=processing",
    "payment method": "?payment_type=bank_transfer",
    "one day": `?start_date=${one.day}&end_date=${one.day}`,
    "exact amount": `?min_amount=${one.amount}&max_amount=${one.amount}`,
    "amount of no payment": "?min_amount=999999999",
    "wide amounts": `?${wide}`,
    "wide amounts, page 5000": `?${wide}&page=5000`,
    "wide amounts, last page": `?${wide}&page=${Math.ceil(last / 3)}`,
    "wide amounts, refunded": `?${wide}&status=refunded`,
    "wide amounts, completed": `?${wide}&status=completed`,
    "wide amounts of one day": `?${wide}&start_date=${one.day}&end_date=${one.day}`,
  };
}
