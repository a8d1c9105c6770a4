import type { ComponentChildren } from "preact";
import { hasSessionExpired } from "../../domain/session/session.ts";
import { toIso } from "../../kernel/clock.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import type { TransferRequest } from "../../domain/transfer/transfer-request.ts";
import { formatDay, formatMoney, plainAmount } from "../../page/format.ts";
import { AlertIcon, BankIcon } from "../../page/parts/icons.tsx";
import { GiveUpForm } from "./give-up-form.tsx";
import { Layout } from "./layout.tsx";
import type { Checkout } from "../page-kit.ts";
import { Panel, Watched } from "./status-views.tsx";
import type { ViewContext } from "../view-context.ts";

type TransferViewProps = {
  readonly view: ViewContext;
  readonly checkout: Checkout;
  readonly payment: Payment;
  readonly request: TransferRequest;
  /** The address of this page. */
  readonly here: string;
};

/** The account, the reference code and the deadline; the page polls until the money has arrived. */
export function TransferView(props: TransferViewProps) {
  const { view, checkout, here } = props;
  const { transfer } = view.words;
  return (
    <Layout view={view} title={`${transfer.title} – ${checkout.brand.name}`}>
      <Watched view={view} checkout={checkout} isAwaited>
        <Panel tone="wait" icon={<BankIcon />} title={transfer.title}>
          <p>{transfer.lead}</p>
          <Steps {...props} />
          <Deadline {...props} />
          <p class="live">
            <span hidden data-script>
              {transfer.live}
            </span>
            <noscript>{transfer.liveOnRefresh}</noscript>
          </p>
          <div class="actions">
            <a class="secondary" href={here}>
              {transfer.refresh}
            </a>
            <button class="secondary" type="button" data-print hidden>
              {transfer.print}
            </button>
          </div>
          <GiveUp {...props} />
        </Panel>
        <p class="unseen" role="status" id="status" />
      </Watched>
    </Layout>
  );
}

/** The steps follow the order of the forms in banks' apps. */
function Steps({ view, request }: TransferViewProps) {
  const { language, words } = view;
  const { transfer } = words;
  const { amount, iban, referenceCode } = request;
  return (
    <ol class="steps">
      <li>{transfer.steps.start}</li>
      <li>
        {transfer.steps.send}
        <dl class="facts">
          <Detail view={view} name={transfer.iban} copies={iban}>
            <Iban iban={iban} />
          </Detail>
          <Detail view={view} name={transfer.holder} copies={request.accountHolder}>
            {request.accountHolder}
          </Detail>
          <Detail view={view} name={transfer.bankName}>
            {request.bankName}
          </Detail>
          <Detail view={view} name={transfer.amount} copies={plainAmount(amount)}>
            <strong>{formatMoney(amount, language)}</strong>
          </Detail>
        </dl>
      </li>
      <li>
        {transfer.steps.code}
        <dl class="facts">
          <Detail view={view} name={transfer.reference} copies={referenceCode}>
            <strong class="reference">{referenceCode}</strong>
          </Detail>
        </dl>
        <p class="notice mild">
          <AlertIcon />
          <span>{transfer.warning}</span>
        </p>
      </li>
    </ol>
  );
}

type DetailProps = {
  readonly view: ViewContext;
  readonly name: string;
  /** The text that the button copies; the script shows the button. */
  readonly copies?: string;
  readonly children: ComponentChildren;
};

function Detail({ view, name, copies, children }: DetailProps) {
  const { transfer } = view.words;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span class="value">{children}</span>
        {copies !== undefined && (
          <button
            class="copy"
            type="button"
            hidden
            data-copy={copies}
            data-copied={transfer.copied(name)}
            aria-label={transfer.copyOf(name)}
          >
            {transfer.copy}
          </button>
        )}
      </dd>
    </div>
  );
}

/** Groups of four separated by CSS, so that a copied IBAN has no spaces. */
function Iban({ iban }: { readonly iban: string }) {
  return (
    <span class="iban">
      {(iban.match(/.{1,4}/g) ?? []).map((four) => (
        <>
          <span>{four}</span>
          <wbr />
        </>
      ))}
    </span>
  );
}

function Deadline({ view, checkout, request }: TransferViewProps) {
  const { language, words } = view;
  const { timeZone } = checkout.merchant.settings;
  const moment = formatDay(request.expiresAt, { language, timeZone });
  return (
    <p class="until">
      <time datetime={toIso(request.expiresAt)}>{words.transfer.deadline(moment)}</time>
    </p>
  );
}

/** Cancels the transfer behind a warning: money already on its way would match no payment. */
function GiveUp({ view, checkout, payment }: TransferViewProps) {
  const { transfer } = view.words;
  // An expired session offers no other payment method.
  const { session } = checkout;
  if (hasSessionExpired(session, view.kit.clocks.now(session))) return null;
  return (
    <details class="give-up">
      <summary>{transfer.giveUp}</summary>
      <p>{transfer.giveUpText}</p>
      <GiveUpForm view={view} payment={payment} label={transfer.giveUpSubmit} />
    </details>
  );
}
