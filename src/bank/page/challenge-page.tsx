import type { Instant } from "../../kernel/clock.ts";
import { CURRENCIES } from "../../kernel/currency.ts";
import type { Money } from "../../kernel/money.ts";
import type { Challenge, Language } from "../challenge.ts";
import { CodeForm } from "./code-form.tsx";
import { Layout } from "./layout.tsx";
import { WORDS } from "./words.ts";

export type PageProps = {
  readonly language: Language;
  readonly nonce: string;
  /** True in a frame, whose fields browsers do not focus but complain about in the console. */
  readonly isFramed?: boolean;
};

type ChallengePageProps = PageProps & {
  readonly challenge: Challenge;
  /** True if the code that was just sent was wrong. */
  readonly isWrong: boolean;
};

const ENDS = {
  outcome: "",
  timeout: "three_d_secure_timeout",
  wrong_code: "three_d_secure_failed",
  lost: "processing → completed",
  twice: "completed",
} as const;

/** The 3-D Secure page: one form that works without JavaScript, also in a frame of 250 × 400. */
export function ChallengePage(props: ChallengePageProps) {
  const { challenge, language, nonce, isWrong, isFramed = false } = props;
  const { errorTitle, challenge: words } = WORDS[language];
  const title = isWrong ? `${errorTitle}: ${words.title}` : words.title;
  return (
    <Layout language={language} title={title} nonce={nonce}>
      <h1>{words.title}</h1>
      <dl>
        <dt>{words.merchant}</dt>
        <dd>{challenge.merchantName}</dd>
        <dt>{words.amount}</dt>
        <dd class="amount">{formatAmount(challenge.amount, language)}</dd>
        <dt>{words.card}</dt>
        <dd>{`•••• ${challenge.card.lastFour}`}</dd>
        <dt>{words.date}</dt>
        <dd>{formatDate(challenge.openedAt, language)}</dd>
      </dl>
      <CodeForm
        codes={challenge}
        approve={words.approve}
        language={language}
        isWrong={isWrong}
        isFramed={isFramed}
        ends={ENDS}
      />
    </Layout>
  );
}

/** Shown if the time ran out without a decision; the button takes the customer back. */
export function ExpiredPage({ language, nonce }: PageProps) {
  const words = WORDS[language].expired;
  return (
    <Layout language={language} title={words.title} nonce={nonce}>
      <h1>{words.title}</h1>
      <p>{words.text}</p>
      <form method="post" action={`?lang=${language}`}>
        <div class="actions">
          <button class="primary" type="submit" name="decision" value="cancel">
            {words.back}
          </button>
        </div>
      </form>
    </Layout>
  );
}

export function UnknownPage({ language, nonce }: PageProps) {
  const words = WORDS[language].unknown;
  return (
    <Layout language={language} title={words.title} nonce={nonce}>
      <h1>{words.title}</h1>
      <p>{words.text}</p>
    </Layout>
  );
}

export function formatAmount(amount: Money, language: Language): string {
  const { currency, minor } = amount;
  const { exponent } = CURRENCIES[currency];
  // Amounts of the interface are exact as doubles, with their two decimals.
  const decimal = Number(minor) / 10 ** exponent;
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(decimal);
}

function formatDate(at: Instant, language: Language): string {
  return new Intl.DateTimeFormat(language === "tr" ? "tr" : "en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "Europe/Istanbul",
  }).format(at);
}
