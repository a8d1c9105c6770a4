import type { LoggedBody, LoggedCall } from "../../domain/report/request-log.ts";
import { NOT_FOUND, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { Card } from "../../page/parts/card.tsx";
import { CopyButton } from "../../page/parts/copy-button.tsx";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { Identifier } from "../../page/parts/identifier.tsx";
import { PaymentLink } from "../parts/payment-link.tsx";
import { When } from "../../page/parts/when.tsx";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { shell } from "../words/shell.ts";
import { curlOf } from "../../http/request-log/request-curl.ts";
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
        <CallFacts call={call} />
        <p class="hint">{words.bodyHint}</p>
        <Body title={words.requestBody} body={call.requestBody} />
        <Body title={words.responseBody} body={call.responseBody} />
        <Curl call={call} />
      </>
    ),
  };
}

type CallProps = { readonly call: LoggedCall };

function CallFacts({ call }: CallProps) {
  const { language } = useMerchant();
  const words = useWords(requestWords);
  const { nothing, moment } = useWords(shell);
  const { orderId } = call;
  return (
    <section class="card">
      <Facts>
        <Fact name={words.status}>
          <AnswerStatus request={call} />
        </Fact>
        <Fact name={moment}>
          <When at={call.at} hasSeconds />
        </Fact>
        <Fact name={words.duration}>{durationText(call, language)}</Fact>
        <Fact name={words.key}>{call.keyLastFour ?? nothing}</Fact>
        <Fact name={words.requestId}>
          <Identifier name={words.requestId} value={call.requestId} />
        </Fact>
        <Fact name={words.network}>{call.network ?? nothing}</Fact>
        {orderId !== undefined && (
          <Fact name={words.payment}>
            <PaymentLink orderId={orderId} />
          </Fact>
        )}
      </Facts>
    </section>
  );
}

type BodyProps = { readonly title: string; readonly body: LoggedBody | undefined };

function Body({ title, body }: BodyProps) {
  const words = useWords(requestWords);
  const isLeftOut = body?.text === "";
  return (
    <Card title={title}>
      {body === undefined && <p class="hint">{words.noBody}</p>}
      {isLeftOut && <p class="hint">{words.leftOut}</p>}
      {body !== undefined && !isLeftOut && (
        <pre tabIndex={0} role="region" aria-label={title}>
          {JSON.stringify(JSON.parse(body.text), null, 2)}
        </pre>
      )}
      {body?.isCut === true && !isLeftOut && <p class="hint">{words.cut}</p>}
    </Card>
  );
}

function Curl({ call }: CallProps) {
  const { kit } = useMerchant();
  const words = useWords(requestWords);
  const text = curlOf(kit.publicUrl, call);
  return (
    <Card title={words.curl}>
      <p class="hint">{words.curlHint}</p>
      <pre tabIndex={0} role="region" aria-label={words.curl}>
        {text}
      </pre>
      <p class="buttons">
        <CopyButton name={words.curl} text={text} />
      </p>
    </Card>
  );
}
