import type { Language } from "../../kernel/language.ts";
import { isCurrency } from "../../kernel/currency.ts";
import type { Money } from "../../kernel/money.ts";
import { formatMoney } from "../../page/format.ts";
import { moneyOf, type Millionths } from "../../file/statement/statement-amount.ts";
import type { StatementFile } from "../../file/statement/statement-file.ts";
import { importWords } from "./import-words.ts";

/** The items that the page shows of a list. */
const SHOWN = 200;

type Props = {
  readonly language: Language;
  readonly file: Pick<StatementFile, "setAside" | "refused">;
};

/** The statements of a file that don't add up, and its lines that can't be read. */
export function NotTaken({ language, file: { refused, setAside } }: Props) {
  return (
    <>
      {refused.length > 0 && <Refused language={language} refused={refused} />}
      {setAside.length > 0 && <SetAside language={language} setAside={setAside} />}
    </>
  );
}

type RefusedProps = Pick<Props, "language"> & Pick<StatementFile, "refused">;

function Refused({ language, refused }: RefusedProps) {
  const words = importWords[language];
  return (
    <>
      <p class="hint">{words.refusedHint}</p>
      <ul>
        {refused.slice(0, SHOWN).map(({ statement, currency, reason, difference }) => {
          const apart = amountOf(difference, currency);
          return (
            <li>
              <bdi>{statement}</bdi>: {words.refusals[reason]}
              {apart !== undefined && `; ${words.difference(formatMoney(apart, language))}`}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function amountOf(sum: Millionths | undefined, currency = ""): Money | undefined {
  return sum === undefined || !isCurrency(currency) ? undefined : moneyOf(sum, currency);
}

function SetAside({
  language,
  setAside,
}: Pick<Props, "language"> & Pick<StatementFile, "setAside">) {
  const words = importWords[language];
  return (
    <>
      <p class="hint">{words.setAsideHint}</p>
      <ul>
        {setAside.slice(0, SHOWN).map(({ line, text, reason }) => (
          <li>
            {words.line(line)}: {words.lineFlaws[reason]} <bdi class="code">{text}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}
