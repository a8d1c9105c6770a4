import type { Language } from "../../kernel/language.ts";
import { DAY, HOUR, later, MINUTE, SECOND } from "../../kernel/clock.ts";
import { done, NOT_FOUND, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { Button, Form, Select } from "../../page/parts/form.tsx";
import { formatNumber } from "../../page/parts/numbers.ts";
import { When } from "../../page/parts/when.tsx";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { clockWords, type Span } from "./words.ts";

const SPANS: Readonly<Record<Span, number>> = {
  "10m": 10 * MINUTE,
  "1h": HOUR,
  "1d": DAY,
  "3d": 3 * DAY,
  "7d": 7 * DAY,
  "30d": 30 * DAY,
};

/** The clock of the merchant's sandbox, in test mode only. */
export const clockRoutes: readonly PanelRoute[] = [
  inTestMode("GET", "clock", clockPage),
  inTestMode("POST", "clock/advance", advance),
  inTestMode("POST", "clock/reset", reset),
];

function inTestMode(
  method: "GET" | "POST",
  path: string,
  run: (context: MerchantContext) => Promise<PanelAnswer>,
): PanelRoute {
  return merchantRoute({
    method,
    path,
    permission: "clock.move",
    audit: { action: "clock.moved", kind: "clock", id: "sandbox" },
    run: (context) => (context.scope.mode === "test" ? run(context) : Promise.resolve(NOT_FOUND)),
  });
}

async function clockPage(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, language, merchant } = context;
  const words = clockWords[language];
  const { aheadMs } = await kit.sandboxTime.mover(merchant.merchantId).state();
  const spans = Object.entries(words.spans);
  return {
    kind: "page",
    title: words.title,
    body: (
      <>
        <section class="card">
          <p>{words.intro}</p>
          <Facts>
            <Fact name={words.now}>
              <When at={later(kit.clock.now(), aheadMs)} hasSeconds />
            </Fact>
            <Fact name={words.ahead}>
              {aheadMs === 0 ? words.notMoved : spanText(aheadMs, language)}
            </Fact>
          </Facts>
          <Form action={context.to("clock/advance")}>
            <Select name="by" label={words.by} value="1h" options={spans} isShort />
            <Button>{words.advance}</Button>
          </Form>
        </section>
        {aheadMs !== 0 && (
          <section class="card">
            <p>{words.resetHint}</p>
            <Form action={context.to("clock/reset")}>
              <Button kind="plain">{words.reset}</Button>
            </Form>
          </section>
        )}
      </>
    ),
  };
}

function spanText(ms: number, language: Language): string {
  const [unit, size] = ms >= DAY ? (["day", DAY] as const) : (["minute", MINUTE] as const);
  const style = { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 1 } as const;
  return formatNumber(ms / size, language, style);
}

async function advance(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, language, merchant } = context;
  const words = clockWords[language];
  const { by = "" } = request.body;
  const here = context.to("clock");
  if (!isSpan(by)) return redirect(here, refusal(words.byWrong));
  const moved = await kit.sandboxTime.advance(merchant.merchantId, SPANS[by]);
  if (!moved.ok) return redirect(here, refusal(words.refusals[moved.refusal]));
  await context.log.done({ after: { seconds: SPANS[by] / SECOND } });
  return redirect(here, done(words.advanced(moved.value.stops)));
}

async function reset(context: MerchantContext): Promise<PanelAnswer> {
  await context.kit.sandboxTime.reset(context.merchant.merchantId);
  await context.log.done({ after: { seconds: 0 } });
  return redirect(context.to("clock"), done(clockWords[context.language].wasReset));
}

function isSpan(text: string): text is Span {
  return Object.hasOwn(SPANS, text);
}
