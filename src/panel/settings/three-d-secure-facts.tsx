import { forcesThreeDSecure, type CardCall } from "../../domain/merchant/three-d-secure.ts";
import { useMerchant, useWords } from "../kit/context.ts";
import { Card } from "../../page/parts/card.tsx";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { settingsWords } from "./words.ts";

const CALLS = {
  testCall: { mode: "test", isMerchant: false },
  liveWithKey: { mode: "live", isMerchant: true },
  liveWithoutKey: { mode: "live", isMerchant: false },
} as const satisfies Readonly<Record<string, CardCall>>;

/** The effect of the policy on each kind of payment, by the rule that the interface applies. */
export function ThreeDSecureFacts() {
  const { merchant } = useMerchant();
  const { inForce } = useWords(settingsWords);
  const { settings } = merchant;
  const ruleOf = (call: CardCall): string =>
    forcesThreeDSecure(settings, call) ? inForce.always : inForce.optional;
  return (
    <Card title={inForce.title}>
      <Facts>
        <Fact name={inForce.pages}>{inForce.always}</Fact>
        <Fact name={inForce.testCall}>{ruleOf(CALLS.testCall)}</Fact>
        <Fact name={inForce.liveWithKey}>{ruleOf(CALLS.liveWithKey)}</Fact>
        <Fact name={inForce.liveWithoutKey}>{ruleOf(CALLS.liveWithoutKey)}</Fact>
      </Facts>
    </Card>
  );
}
