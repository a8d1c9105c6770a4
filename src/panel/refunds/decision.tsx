import { reasonAgainstPair, type AccessGrant } from "../../domain/merchant/independence.ts";
import { may } from "../../domain/merchant/permission.ts";
import type { RefundRequest } from "../../domain/refund/approval.ts";
import { isUnfinished } from "../../domain/refund/decide-request.ts";
import { useMerchant, useWords } from "../kit/context.ts";
import { Button, Form } from "../../page/parts/form.tsx";
import { notBefore } from "../parts/not-before.ts";
import { approvalWords } from "./approval-words.ts";

type Props = {
  readonly request: RefundRequest;
  /** The access that ties users together now. */
  readonly grants: readonly AccessGrant[];
};

const TONES = { waiting: "warn", approved: "good", rejected: "bad" } as const;

/** True if the request waits for a decision, or for the refund of its approval. */
export function isOpen(request: RefundRequest): boolean {
  return request.state === "waiting" || isUnfinished(request);
}

export function RequestState({ request }: Pick<Props, "request">) {
  const words = useWords(approvalWords);
  const { state, decision } = request;
  return (
    <>
      <span class={`badge ${TONES[state]}`}>
        {isUnfinished(request) ? words.unfinished : words.states[state]}
      </span>
      {decision !== undefined && <small class="below">{words.by(decision.decider)}</small>}
    </>
  );
}

/** The state of a request, and the buttons of a user who may decide it now. */
export function Decision({ request, grants }: Props) {
  const context = useMerchant();
  const { signedIn } = context;
  const words = useWords(approvalWords);
  const { state, requestedBy, requestId } = request;
  const isUndecided = isOpen(request);
  const pair = { requester: requestedBy, decider: signedIn.user };
  const against = reasonAgainstPair(pair, grants, context.kit.clock.now());
  const mayDecide = isUndecided && may(signedIn.user, "refunds.approve");
  return (
    <>
      <RequestState request={request} />
      {isUndecided && against?.code === "own_request" && <small class="below">{words.own}</small>}
      {mayDecide && against?.code === "not_independent" && (
        <small class="below">{notBefore(context, against.from)}</small>
      )}
      {mayDecide && against === undefined && (
        <div class="buttons decide">
          <Form action={context.to("approvals/approve")}>
            <Button name="request" value={requestId}>
              {state === "waiting" ? words.approve : words.finish}
            </Button>
          </Form>
          {state === "waiting" && (
            <Form action={context.to("approvals/reject")}>
              <Button kind="danger" name="request" value={requestId}>
                {words.reject}
              </Button>
            </Form>
          )}
        </div>
      )}
    </>
  );
}
