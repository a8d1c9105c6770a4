import type { Language } from "../../../checkout/session.ts";
import { AlertIcon, CheckIcon } from "../parts/icons.tsx";
import type { DemoKit } from "./demo-kit.ts";
import { ShopLayout } from "./shop-layout.tsx";
import { WORDS } from "./words.ts";

type ReturnViewProps = {
  readonly kit: DemoKit;
  readonly language: Language;
  readonly isSigned: boolean;
  /** What the status query said; absent when it could not be asked. */
  readonly status: string | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  readonly switchTo: string;
};

/** The shop's own result page: says what came back, and what of it may be believed. */
export function ReturnView(props: ReturnViewProps) {
  const { kit, language, isSigned, status, parameters, switchTo } = props;
  const words = WORDS[language].returned;
  const isPaid = isSigned && parameters["status"] === "success";
  const kind = isSigned ? (isPaid ? "success" : "fail") : "forged";
  const title = words[`${kind}Title`];
  return (
    <ShopLayout kit={kit} language={language} title={title} switchTo={switchTo}>
      <section class={isPaid ? "result good" : "result bad"} aria-labelledby="title">
        <p class="seal">{isPaid ? <CheckIcon /> : <AlertIcon />}</p>
        <h1 id="title">{title}</h1>
        <p>{words[`${kind}Text`]}</p>
        <dl class="facts">
          <div>
            <dt>{words.signature}</dt>
            <dd id="signature" data-valid={isSigned}>
              {isSigned ? words.valid : words.invalid}
            </dd>
          </div>
          <div>
            <dt>
              {words.status} <small>{words.statusHint}</small>
            </dt>
            <dd id="status">{status ?? words.unknown}</dd>
          </div>
        </dl>
        <h2>{words.parameters}</h2>
        <Parameters language={language} parameters={parameters} />
        <p>
          <a class="primary" href={kit.paths.demo(language)}>
            {words.again}
          </a>
        </p>
      </section>
    </ShopLayout>
  );
}

type ParametersProps = {
  readonly language: Language;
  readonly parameters: Readonly<Record<string, string>>;
};

function Parameters({ language, parameters }: ParametersProps) {
  const { name, value } = WORDS[language].returned;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <th scope="col">{value}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(parameters).map(([key, text]) => (
          <tr>
            <th scope="row">{key}</th>
            <td>
              <code>{text}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
