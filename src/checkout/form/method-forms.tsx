import type { ComponentChildren } from "preact";
import type { LenderOffer } from "../../domain/payment/redirect-methods.ts";
import { TRANSFER_LIFETIME_MS } from "../../domain/transfer/pay-by-transfer.ts";
import { DAY } from "../../kernel/clock.ts";
import { FormFields } from "./form-fields.tsx";
import type { FormViewProps } from "./form-props.ts";
import type { Method } from "../../page/method.ts";
import { NameMark } from "../../page/parts/name-mark.tsx";

/** The usual terms in months; each lender has its own longest term. */
const TERMS = [3, 6, 9, 12, 18, 24, 36] as const;

type MethodFormProps = FormViewProps & {
  readonly method: Method;
  readonly children: ComponentChildren;
};

/** A payment form without card fields; the script only prevents a second submission. */
function MethodForm(props: MethodFormProps) {
  const { view, checkout, method, formKey, children } = props;
  return (
    <form
      method="post"
      action={view.kit.paths.pay(checkout.session.sessionId)}
      autocomplete="off"
      data-once
    >
      <FormFields view={view} checkout={checkout} method={method} formKey={formKey} />
      {children}
    </form>
  );
}

function Submit({ label }: { readonly label: string }) {
  return (
    <div class="submit">
      <button class="primary" type="submit">
        <span>{label}</span>
      </button>
    </div>
  );
}

/** A choice of the receiving bank if there are several; the next page shows the IBAN. */
export function TransferForm(props: FormViewProps) {
  const { view, offers } = props;
  const { transfer } = view.words;
  const banks = [
    ...new Map(offers.accounts.map((account) => [account.bankCode, account])).values(),
  ];
  return (
    <MethodForm {...props} method="bank_transfer">
      <p>{`${transfer.text} ${transfer.days(TRANSFER_LIFETIME_MS / DAY)}`}</p>
      {banks.length > 1 && (
        <fieldset class="choices">
          <legend>{transfer.bank}</legend>
          {banks.map(({ bankCode, bankName }, index) => (
            <label>
              <input type="radio" name="bank_code" value={bankCode} checked={index === 0} />
              <NameMark name={bankName} />
              {bankName}
            </label>
          ))}
        </fieldset>
      )}
      <Submit label={transfer.submit} />
    </MethodForm>
  );
}

/** A submit button for each wallet. */
export function WalletForm(props: FormViewProps) {
  const { view, offers } = props;
  const { wallet } = view.words;
  return (
    <MethodForm {...props} method="wallet">
      <p>{wallet.text}</p>
      <div class="actions">
        {offers.wallets.map(({ walletId, name }) => (
          <button class="secondary" type="submit" name="wallet_id" value={walletId}>
            <NameMark name={name} />
            <span>{wallet.submit(name)}</span>
          </button>
        ))}
      </div>
    </MethodForm>
  );
}

/** A choice of lender and term; the script hides the terms that the lender does not offer. */
export function CreditForm(props: FormViewProps) {
  const { view, offers } = props;
  const { credit } = view.words;
  const longest = Math.max(...offers.lenders.map(({ maxInstallments }) => maxInstallments));
  return (
    <MethodForm {...props} method="shopping_credit">
      <p>{credit.text}</p>
      <fieldset class="choices">
        <legend>{credit.bank}</legend>
        {offers.lenders.map((lender, index) => (
          <Lender {...props} lender={lender} isFirst={index === 0} />
        ))}
      </fieldset>
      <div class="field">
        <label for="term">{credit.count}</label>
        <select id="term" name="installment_count">
          {TERMS.filter((count) => count <= longest).map((count) => (
            <option value={count}>{credit.months(count)}</option>
          ))}
        </select>
      </div>
      <p class="hint">{credit.decides}</p>
      <Submit label={credit.submit} />
    </MethodForm>
  );
}

type LenderProps = FormViewProps & { readonly lender: LenderOffer; readonly isFirst: boolean };

function Lender({ view, lender, isFirst }: LenderProps) {
  const { bankCode, bankName, maxInstallments } = lender;
  return (
    <label>
      <input
        type="radio"
        name="bank_code"
        value={bankCode}
        checked={isFirst}
        data-longest={maxInstallments}
      />
      <NameMark name={bankName} />
      <span>
        {bankName} <small>{view.words.credit.most(maxInstallments)}</small>
      </span>
    </label>
  );
}

export function PapelForm(props: FormViewProps) {
  const { papel } = props.view.words;
  return (
    <MethodForm {...props} method="papel">
      <p>{papel.text}</p>
      <Submit label={papel.submit} />
    </MethodForm>
  );
}
