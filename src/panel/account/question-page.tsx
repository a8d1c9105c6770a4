import type { PanelAnswer } from "../kit/answer.ts";
import type { AccountContext } from "../kit/context.ts";
import { CONFIRMED, type Question } from "../kit/question.ts";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { Button } from "../../page/parts/form.tsx";
import { FormAgain } from "../parts/form-again.tsx";
import { shell } from "../words/shell.ts";

/** Asks once before something that can't be undone, and then sends the same form again. */
export function questionPage(
  context: AccountContext,
  question: Question,
  formPath: string,
): PanelAnswer {
  const { title, facts, effects, isDanger = true, back = formPath } = question;
  const words = shell[context.language];
  return {
    kind: "page",
    title,
    crumbs: [{ label: words.previousPage, href: back }],
    body: (
      <>
        {question.shown}
        <div class="card narrow question">
          {facts.length > 0 && (
            <Facts>
              {facts.map(([name, value]) => (
                <Fact name={name}>{value}</Fact>
              ))}
            </Facts>
          )}
          <ul class="will">
            {effects.map((effect) => (
              <li>{effect}</li>
            ))}
          </ul>
          <FormAgain>
            <input type="hidden" name={CONFIRMED.name} value={CONFIRMED.value} />
            <div class="buttons">
              <Button kind={isDanger ? "danger" : "main"}>{title}</Button>
              <a href={back}>{words.cancel}</a>
            </div>
          </FormAgain>
        </div>
      </>
    ),
  };
}
