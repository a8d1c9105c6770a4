import type { Language } from "../../kernel/language.ts";
import { AlertIcon, CheckIcon } from "../../page/parts/icons.tsx";
import { ArrivedEvents } from "./arrived-events.tsx";
import { CopySteps } from "./copy-steps.tsx";
import type { DemoKit } from "./demo-kit.ts";
import type { ShopEvent } from "./shop-events.ts";
import { eventsCall, RETURN_CODE, statusCall, WEBHOOK_CODE } from "./step-code.ts";
import { ShopLayout } from "./shop-layout.tsx";
import { WORDS } from "./words.ts";

type ReturnViewProps = {
  readonly kit: DemoKit;
  readonly language: Language;
  readonly isSigned: boolean;
  /** The answer of the status query; undefined if the query failed. */
  readonly status: string | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  readonly switchTo: string;
  /** The address of this page. */
  readonly here: string;
  readonly events: readonly ShopEvent[] | undefined;
};

/** The shop's result page: the parameters of the return URL and the result of their check. */
export function ReturnView(props: ReturnViewProps) {
  const { kit, language, isSigned, status, parameters, switchTo, events } = props;
  const words = WORDS[language].returned;
  const isPaid = isSigned && parameters["status"] === "success";
  const hasOrder = parameters["order_id"] !== undefined;
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
            <dd id="status">{status ?? (hasOrder ? words.unknown : words.notPaid)}</dd>
          </div>
        </dl>
        <h2>{words.parameters}</h2>
        <Parameters language={language} parameters={parameters} />
        {isSigned && <ArrivedEvents language={language} events={events} here={props.here} />}
        <p>
          <a class="primary" href={kit.paths.demo(language)}>
            {words.again}
          </a>
        </p>
      </section>
      <ReturnSteps {...props} />
    </ShopLayout>
  );
}

/** The code of this page's own steps. */
function ReturnSteps({ kit, language, parameters }: ReturnViewProps) {
  const { steps } = WORDS[language];
  const { order_id: orderId = "ORDER_ID", session_id: sessionId = "SESSION_ID" } = parameters;
  const all = [
    { id: "return-verify", title: steps.verify, code: RETURN_CODE },
    { id: "return-status", title: steps.status, code: statusCall(kit, { orderId, sessionId }) },
    { id: "return-webhook", title: steps.webhook, code: WEBHOOK_CODE },
    { id: "return-feed", title: steps.feed, code: eventsCall(kit) },
  ];
  return (
    <section class="code" aria-labelledby="code-title">
      <h2 id="code-title">{steps.title}</h2>
      <CopySteps language={language} steps={all} />
    </section>
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
