import type { HostedPayment } from "../hosted-payment.ts";
import { providerOf } from "../providers.ts";
import { formatAmount, type PageProps } from "./challenge-page.tsx";
import { CodeForm } from "./code-form.tsx";
import { Layout } from "./layout.tsx";
import { WORDS } from "./words.ts";

type HostedPageProps = PageProps & {
  readonly payment: HostedPayment;
  /** True if the code that was just sent was wrong. */
  readonly isWrong: boolean;
};

const ENDS = {
  timeout: "payment_timeout",
  wrong_code: "authentication_failed",
  lost: "processing → completed",
  twice: "completed",
} as const;

/** The page of a wallet, a lender or Papel. */
export function HostedPage(props: HostedPageProps) {
  const { payment, language, nonce, isWrong, isFramed = false } = props;
  const { errorTitle, challenge, hosted } = WORDS[language];
  const words = hosted[payment.method];
  const provider = providerOf(payment).name;
  const heading = words.title(provider);
  return (
    <Layout
      language={language}
      title={isWrong ? `${errorTitle}: ${heading}` : heading}
      nonce={nonce}
    >
      <h1>{heading}</h1>
      <dl>
        <dt>{challenge.merchant}</dt>
        <dd>{payment.merchantName}</dd>
        <dt>{challenge.amount}</dt>
        <dd class="amount">{formatAmount(payment.amount, language)}</dd>
        <dt>{words.provider}</dt>
        <dd>{provider}</dd>
        {payment.installments > 1 && (
          <>
            <dt>{hosted.installments}</dt>
            <dd>{payment.installments}</dd>
          </>
        )}
      </dl>
      <CodeForm
        codes={payment}
        approve={words.approve}
        language={language}
        isWrong={isWrong}
        isFramed={isFramed}
        ends={ENDS}
      />
    </Layout>
  );
}
