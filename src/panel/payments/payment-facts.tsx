import { fullName } from "../../domain/session/session.ts";
import { customerKeyOf } from "../../domain/session/customer-key.ts";
import { money } from "../../kernel/money.ts";
import type { PaidCard, Payment } from "../../domain/payment/payment.ts";
import { financingOf } from "../../domain/payment/record.ts";
import { PUBLIC_STATUS, STATUS_RESULT, wasTaken } from "../../domain/payment/states.ts";
import { refundable } from "../../domain/refund/refund.ts";
import type { PaymentHistory } from "../../domain/report/history.ts";
import { formatMoney } from "../../page/format.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { customerPath } from "../parts/customer-path.ts";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { Identifier } from "../../page/parts/identifier.tsx";
import { PersonalText } from "../../page/parts/personal-text.tsx";
import { When } from "../../page/parts/when.tsx";
import { instrumentOf } from "../parts/status.tsx";
import { holdWords } from "../words/hold-words.ts";
import { shell } from "../words/shell.ts";
import { detailWords } from "./payment-words.ts";

type Props = { readonly history: PaymentHistory };

/** The amounts as they were moved; of a payment that moved none, only that sentence. */
function MoneyFacts({ history }: Props) {
  const { language } = useMerchant();
  const words = useWords(detailWords);
  const { payment, reservedMinor } = history;
  const { chargedAmount, capturedMinor, refundedMinor } = payment;
  const amount = (minor: bigint): string =>
    formatMoney(money(minor, chargedAmount.currency), language);
  const result = STATUS_RESULT[PUBLIC_STATUS[payment.state]];
  if (result === "open") return <Fact name={words.asked}>{amount(chargedAmount.minor)}</Fact>;
  if (result !== "successful") return <Fact name={words.nothingMoved}>{words.nothingTaken}</Fact>;
  if (!wasTaken(payment.state)) {
    return <HoldFacts payment={payment} amount={amount(chargedAmount.minor)} />;
  }
  return (
    <>
      <Fact name={payment.card === undefined ? words.received : words.captured}>
        {amount(capturedMinor)}
      </Fact>
      <Fact name={words.refunded}>{amount(refundedMinor)}</Fact>
      <Fact name={words.left}>{formatMoney(refundable(payment, reservedMinor), language)}</Fact>
    </>
  );
}

type HoldProps = { readonly payment: Payment; readonly amount: string };

/** The held amount, the end of the hold, and what the service sends then. */
function HoldFacts({ payment, amount }: HoldProps) {
  const words = useWords(detailWords);
  const holds = useWords(holdWords);
  const { captureBefore, onHoldEnd } = payment;
  return (
    <>
      <Fact name={words.held}>{amount}</Fact>
      {captureBefore !== undefined && (
        <Fact name={holds.captureBefore}>
          <When at={captureBefore} />
          {onHoldEnd !== undefined && <span class="below">{holds.byItself[onHoldEnd]}</span>}
        </Fact>
      )}
    </>
  );
}

/** The payments of a card, by the digits of it that receipts show. */
function cardPath(context: MerchantContext, { bin, lastFour }: PaidCard): string {
  return context.to("payments") + queryText({ q: `${bin.slice(0, 6)}******${lastFour}` });
}

function MethodFacts({ history: { payment } }: Props) {
  const context = useMerchant();
  const { language } = context;
  const words = useWords(detailWords);
  const { card } = payment;
  const financing = financingOf(payment);
  return (
    <>
      <Fact name={words.method}>
        {instrumentOf(payment, language)}
        {card !== undefined && (
          <a class="below" href={cardPath(context, card)}>
            {words.allOfCard}
          </a>
        )}
      </Fact>
      {card !== undefined && <Fact name={words.bank}>{card.bankName ?? words.unknownCard}</Fact>}
      {card?.program !== undefined && <Fact name={words.program}>{card.program}</Fact>}
      <Fact name={words.installments}>
        {payment.installmentCount === 1 ? words.single : payment.installmentCount}
      </Fact>
      {financing.minor > 0n && (
        <Fact name={words.financing}>{formatMoney(financing, language)}</Fact>
      )}
      <Fact name={words.secure}>
        {payment.threeDSecure ? shell[language].yes : shell[language].no}
      </Fact>
    </>
  );
}

type PaymentFactsProps = Props & { readonly bank: string | undefined };

/** The facts of a payment; `bank` is the connection that took it. */
export function PaymentFacts({ history, bank }: PaymentFactsProps) {
  const context = useMerchant();
  const words = useWords(detailWords);
  const { payment, session } = history;
  const { email = "", phone = "" } = session.customer;
  const person = [fullName(session.customer), email, phone].filter((text) => text !== "");
  const key = customerKeyOf(session.customer);
  const none = shell[context.language].nothing;
  return (
    <Facts>
      <MoneyFacts history={history} />
      <MethodFacts history={history} />
      {payment.reference !== undefined && (
        <Fact name={words.orderReference}>
          <Identifier name={words.orderReference} value={payment.reference} />
        </Fact>
      )}
      <Fact name={words.customer} isWide>
        {person.length === 0
          ? none
          : person.map((text) => (
              <span class="below">
                <PersonalText text={text} />
              </span>
            ))}
        {key !== undefined && <a href={customerPath(context, key)}>{words.allOfCustomer}</a>}
      </Fact>
      <Fact name={words.customerId}>
        {payment.customerId === undefined ? (
          none
        ) : (
          <Identifier name={words.customerId} value={payment.customerId} />
        )}
      </Fact>
      <Fact name={words.origin}>{words.origins[payment.origin]}</Fact>
      {bank !== undefined && <Fact name={words.acquirer}>{bank}</Fact>}
      <Fact name={words.network}>{payment.clientNetwork ?? none}</Fact>
    </Facts>
  );
}
