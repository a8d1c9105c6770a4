import { randomBytes } from "node:crypto";
import Fastify from "fastify";
import { BinSchema } from "../dist/http/schema/card.js";
import { PaySchema, StatusParams, StatusQuery } from "../dist/http/schema/pay.js";
import { CheckoutSessionSchema } from "../dist/http/schema/session.js";
import { openDatabase } from "../dist/database/connection/database.js";

// The baseline for the service: handlers of the same framework that check the same schema and make
// one query, without authentication, conventions and log.
const { address, merchantId } = JSON.parse(process.env.BARE_SETTINGS);
const pool = openDatabase({ address, applicationName: "bench bare", max: 10 });
const app = Fastify({ ajv: { customOptions: { coerceTypes: false, allErrors: true } } });

const INSERT = {
  name: "bare-session",
  text: `insert into session (merchant_id, session_id, mode, amount, currency, language,
      capture_method, customer, basket, success_url, fail_url, metadata, embedded, created_at,
      expires_at)
    values ($1, $2, 'test', $3, 'TRY', 'tr', 'automatic', '{}', '[]', $4, $5, '{}', false, now(),
      now() + interval '1 hour')`,
};
const FIND_PAYMENT = {
  name: "bare-payment",
  text: "select * from payment where merchant_id = $1 and order_id = $2",
};
const FIND_SESSION = {
  name: "bare-found",
  text: "select * from session where merchant_id = $1 and session_id = $2",
};

app.post("/session", { schema: { body: CheckoutSessionSchema } }, async ({ body }) => {
  const id = `ses_${randomBytes(20).toString("hex")}`;
  const values = [merchantId, id, body.amount, body.success_url, body.fail_url];
  await pool.query({ ...INSERT, values });
  return { session_id: id, checkout_url: `/checkout?session=${id}`, expires_at: "" };
});

app.get(
  "/status/:order_id",
  { schema: { params: StatusParams, querystring: StatusQuery } },
  async ({ params }) => {
    const { rows } = await pool.query({ ...FIND_PAYMENT, values: [merchantId, params.order_id] });
    const { order_id, state, amount, currency, payment_type } = rows[0];
    return {
      success: true,
      order_id,
      status: state,
      amount: Number(amount),
      currency,
      payment_type,
    };
  },
);

app.post("/bin", { schema: { body: BinSchema } }, async ({ body }) => {
  const { rows } = await pool.query({ ...FIND_SESSION, values: [merchantId, body.session_id] });
  return { success: true, mode: rows[0].mode };
});

/** Answers of the service, which the stateless handlers repeat. */
let answers = {};

app.post("/stateless", async ({ body }) => {
  answers = body;
  return {};
});
app.post("/stateless/session", { schema: { body: CheckoutSessionSchema } }, () => answers.session);
app.post("/stateless/pay", { schema: { body: PaySchema } }, () => answers.pay);

process.send?.(await app.listen({ host: "127.0.0.1", port: Number(process.argv[2]) }));
process.on(
  "SIGTERM",
  () => void Promise.all([app.close(), pool.end()]).then(() => process.exit(0)),
);
