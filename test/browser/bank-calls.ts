import { query } from "../support/merchant-calls.ts";
import type { TestService } from "../support/service.ts";

/** The orders of a session, with the bank's bookings and inquiries for them. */
export type Charges = {
  readonly orders: number;
  readonly challenges: number;
  readonly approvals: number;
};

export async function chargesOf(shop: TestService, session: string): Promise<Charges> {
  const [row] = await query(
    shop,
    `with mine as (select order_id from payment where session_id = $1)
     select (select count(*)::int from mine) as orders,
       (select count(*)::int from bank.challenge where order_id in (select * from mine))
         as challenges,
       (select count(*)::int from bank.entry where order_id in (select * from mine)
         and type in ('sale', 'preauth') and state = 'approved') as approvals`,
    [session],
  );
  const { orders, challenges, approvals } = row ?? {};
  return {
    orders: Number(orders),
    challenges: Number(challenges),
    approvals: Number(approvals),
  };
}
