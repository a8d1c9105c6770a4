import type { Language } from "../../kernel/language.ts";
import type { ApiKey } from "../../domain/merchant/api-key.ts";
import { refOf } from "../../domain/merchant/api-key.ts";
import { reasonAgainstPair, type AccessGrant } from "../../domain/merchant/independence.ts";
import { may } from "../../domain/merchant/permission.ts";
import { pendingRaise, refundLimit, textOfRaise } from "../../domain/merchant/refund-limit.ts";
import { useMerchant, useWords } from "../kit/context.ts";
import { keyWords } from "../keys/words.ts";
import { Card } from "../../page/parts/card.tsx";
import { amountText, COMMON_EXPONENT } from "../../page/parts/amount-text.ts";
import { notBefore } from "../parts/not-before.ts";
import { ConfirmField } from "../parts/confirm-field.tsx";
import { formatNumber } from "../../page/parts/numbers.ts";
import { Button, Field, Form } from "../../page/parts/form.tsx";
import { When } from "../../page/parts/when.tsx";
import { shell } from "../words/shell.ts";
import { approvalWords } from "./approval-words.ts";

type LimitProps = {
  readonly isWrong: boolean;
  /** The keys of both modes that are in force. */
  readonly keys: readonly ApiKey[];
  /** The access that ties users together now. */
  readonly grants: readonly AccessGrant[];
};

/** The approval limit, a requested higher limit, and the keys that are exempt from the limit. */
export function LimitSection({ isWrong, keys, grants }: LimitProps) {
  const { kit, language, merchant, signedIn } = useMerchant();
  const words = useWords(approvalWords);
  const limit = refundLimit(merchant.settings, kit.clock.now());
  const exempt = limit === null ? [] : keys.filter((key) => key.aboveLimitFrom !== undefined);
  return (
    <Card title={words.limitTitle}>
      <p>{limit === null ? words.off : words.on(limitShown(limit, language))}</p>
      <Raise grants={grants} />
      {may(signedIn.user, "refunds.limit") && <LimitForm isWrong={isWrong} limit={limit} />}
      {exempt.length > 0 && <ExemptKeys keys={exempt} />}
    </Card>
  );
}

/** A limit in minor units for a sentence; it holds for the currency of each payment. */
function limitShown(minor: number, language: Language): string {
  const decimals = { minimumFractionDigits: COMMON_EXPONENT };
  const text = formatNumber(minor / 10 ** COMMON_EXPONENT, language, decimals);
  return approvalWords[language].inOwnCurrency(text);
}

/** A limit in minor units as a person types it. */
function limitText(minor: number, language: Language): string {
  return amountText(BigInt(minor), { language, exponent: COMMON_EXPONENT });
}

/**
 * A higher limit that is not in force yet. Another owner may confirm it; every user who approves
 * refunds may cancel it.
 */
function Raise({ grants }: Pick<LimitProps, "grants">) {
  const context = useMerchant();
  const { kit, language, merchant, signedIn } = context;
  const words = useWords(approvalWords);
  const raise = pendingRaise(merchant.settings, kit.clock.now());
  if (raise === undefined) return null;
  const { user } = signedIn;
  const pair = { requester: raise.requestedBy, decider: user };
  const against = reasonAgainstPair(pair, grants, kit.clock.now());
  const text = raise.above === null ? words.noLimit : limitShown(raise.above, language);
  return (
    <div class="flash waits decision" role="status">
      <p>
        {words.raiseAsked(raise.requester, text)} <When at={raise.from} />
      </p>
      {may(user, "refunds.limit") && against?.code === "not_independent" && (
        <p class="hint">{notBefore(context, against.from)}</p>
      )}
      {may(user, "refunds.limit") && against === undefined && (
        <Form action={context.to("approvals/limit/confirm")}>
          <Button kind="plain" name="raise" value={textOfRaise(raise)}>
            {words.confirmRaise}
          </Button>
        </Form>
      )}
      {may(user, "refunds.approve") && (
        <Form action={context.to("approvals/limit/cancel")}>
          <Button kind="plain" name="raise" value={textOfRaise(raise)}>
            {words.cancelRaise}
          </Button>
        </Form>
      )}
    </div>
  );
}

function ExemptKeys({ keys }: { readonly keys: readonly ApiKey[] }) {
  const { kit, language, scope, signedIn } = useMerchant();
  const words = useWords(approvalWords);
  return (
    <>
      <p class="hint">{words.exemptKeys}</p>
      <ul class="lines">
        {keys.map((key) => {
          const place = { merchantId: scope.merchantId, mode: key.mode };
          const name = key.name ?? keyWords[language].main;
          const from = key.aboveLimitFrom;
          return (
            <li>
              {may(signedIn.user, "keys.see") ? (
                <a href={kit.paths.merchant(place, `keys/${refOf(key)}`)}>{name}</a>
              ) : (
                name
              )}{" "}
              <span class="code">{`vz_${key.mode}_…${key.lastFour}`}</span>
              {from !== undefined && from > kit.clock.now() && (
                <span>
                  {keyWords[language].from} <When at={from} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

type FormProps = { readonly isWrong: boolean; readonly limit: number | null };

function LimitForm({ isWrong, limit }: FormProps) {
  const { language, request, to } = useMerchant();
  const words = useWords(approvalWords);
  const text = limit === null ? "" : limitText(limit, language);
  return (
    <Form action={to("approvals/limit")} class="narrow">
      <Field
        name="limit"
        label={words.limit}
        hint={words.limitHint}
        inputMode="decimal"
        maxLength={20}
        value={isWrong ? request.body["limit"] : text}
        error={isWrong ? words.limitWrong : ""}
        hasFocus={isWrong}
      />
      <ConfirmField />
      <Button kind="plain">{shell[language].save}</Button>
    </Form>
  );
}
