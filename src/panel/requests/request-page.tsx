import type { LoggedBody, LoggedCall } from "../../domain/report/request-log.ts";
import { NOT_FOUND, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { CopyButton } from "../../page/parts/copy-button.tsx";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { Identifier } from "../../page/parts/identifier.tsx";
import { PaymentLink } from "../parts/payment-link.tsx";
import { When } from "../../page/parts/when.tsx";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { shell } from "../words/shell.ts";
import { curlOf } from "./request-curl.ts";
import { AnswerStatus, durationText } from "./request-table.tsx";
import { requestWords } from "./words.ts";

/** One request with the stored parts of its bodies. */
export const requestRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: "requests/:entry",
    permission: "requests.see",
    run: showRequest,
  }),
];

async function showRequest(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, request, language } = context;
  const words = requestWords[language];
  const call = await kit.requests.find(scope, request.params["entry"] ?? "");
  if (call === undefined) return NOT_FOUND;
  return {
    kind: "page",
    nav: "requests",
    title: `${call.method} ${call.path}`,
    crumbs: [{ label: words.title, href: context.to("requests") }],
    body: (
      <>
        <CallFacts context={context} call={call} />
        <p class="hint">{words.bodyHint}</p>
        <Body context={context} title={words.requestBody} body={call.requestBody} />
        <Body context={context} title={words.responseBody} body={call.responseBody} />
        <Curl context={context} call={call} />
      </>
    ),
  };
}

type CallProps = { readonly context: MerchantContext; readonly call: LoggedCall };

function CallFacts({ context, call }: CallProps) {
  const { language, merchant } = context;
  const words = requestWords[language];
  const { nothing, moment } = shell[language];
  const { orderId } = call;
  return (
    <section class="card">
      <Facts>
        <Fact name={words.status}>
          <AnswerStatus request={call} />
        </Fact>
        <Fact name={moment}>
          <When at={call.at} language={language} timeZone={merchant.settings.timeZone} hasSeconds />
        </Fact>
        <Fact name={words.duration}>{durationText(call, language)}</Fact>
        <Fact name={words.key}>{call.keyLastFour ?? nothing}</Fact>
        <Fact name={words.requestId}>
          <Identifier language={language} name={words.requestId} value={call.requestId} />
        </Fact>
        <Fact name={words.network}>{call.network ?? nothing}</Fact>
        {orderId !== undefined && (
          <Fact name={words.payment}>
            <PaymentLink context={context} orderId={orderId} />
          </Fact>
        )}
      </Facts>
    </section>
  );
}

type BodyProps = {
  readonly context: MerchantContext;
  readonly title: string;
  readonly body: LoggedBody | undefined;
};

function Body({ context, title, body }: BodyProps) {
  const words = requestWords[context.language];
  const isLeftOut = body?.text === "";
  return (
    <section class="card">
      <h2>{title}</h2>
      {body === undefined && <p class="hint">{words.noBody}</p>}
      {isLeftOut && <p class="hint">{words.leftOut}</p>}
      {body !== undefined && !isLeftOut && (
        <pre tabIndex={0} role="region" aria-label={title}>
          {JSON.stringify(JSON.parse(body.text), null, 2)}
        </pre>
      )}
      {body?.isCut === true && !isLeftOut && <p class="hint">{words.cut}</p>}
    </section>
  );
}

function Curl({ context, call }: CallProps) {
  const { kit, language } = context;
  const words = requestWords[language];
  const text = curlOf(kit.publicUrl, call);
  return (
    <section class="card">
      <h2>{words.curl}</h2>
      <p class="hint">{words.curlHint}</p>
      <pre tabIndex={0} role="region" aria-label={words.curl}>
        {text}
      </pre>
      <p class="buttons">
        <CopyButton language={language} name={words.curl} text={text} />
      </p>
    </section>
  );
}
