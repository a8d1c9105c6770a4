import { useLanguage, useWords } from "../kit/context.ts";
import { isCurrency } from "../../kernel/currency.ts";
import type { Money } from "../../kernel/money.ts";
import { formatMoney } from "../../page/format.ts";
import { moneyOf, type Millionths } from "../../file/statement/statement-amount.ts";
import type { StatementFile } from "../../file/statement/statement-file.ts";
import { importWords } from "./import-words.ts";

/** The items that the page shows of a list. */
const SHOWN = 200;

type Props = { readonly file: Pick<StatementFile, "setAside" | "refused"> };

/** The statements of a file that don't add up, and its lines that can't be read. */
export function NotTaken({ file: { refused, setAside } }: Props) {
  return (
    <>
      {refused.length > 0 && <Refused refused={refused} />}
      {setAside.length > 0 && <SetAside setAside={setAside} />}
    </>
  );
}

type RefusedProps = Pick<StatementFile, "refused">;

function Refused({ refused }: RefusedProps) {
  const language = useLanguage();
  const words = useWords(importWords);
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

function SetAside({ setAside }: Pick<StatementFile, "setAside">) {
  const words = useWords(importWords);
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
