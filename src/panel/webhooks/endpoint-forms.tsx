import type { Endpoint } from "../../domain/event/endpoint.ts";
import { EVENT_TYPES } from "../../domain/event/event.ts";
import { dayOf } from "../../kernel/day.ts";
import type { MerchantContext } from "../kit/context.ts";
import { DayField } from "../../page/parts/day-field.tsx";
import { Button, Form, Select } from "../parts/form.tsx";
import { webhookWords } from "./words.ts";

type Props = { readonly context: MerchantContext; readonly endpoint: Endpoint };

/** The hours that a replaced secret goes on signing. */
export const OVERLAP_HOURS = ["0", "1", "24", "168"] as const;

/** The actions on an endpoint, each with its form, which opens on demand. */
export function EndpointForms(props: Props) {
  return (
    <div class="cards actions">
      <TestForm {...props} />
      <ResendForm {...props} />
      <RollForm {...props} />
      <SwitchForm {...props} />
      <RemoveForm {...props} />
    </div>
  );
}

function pathOf({ context, endpoint }: Props, action: string): string {
  return context.to(`webhooks/${endpoint.endpointId}/${action}`);
}

function TestForm(props: Props) {
  const { context, endpoint } = props;
  const words = webhookWords[context.language];
  const types = endpoint.eventTypes ?? EVENT_TYPES;
  return (
    <details class="card more">
      <summary>{words.test}</summary>
      <p class="hint">{words.testHint}</p>
      <Form context={context} action={pathOf(props, "test")}>
        <Select
          name="type"
          label={words.type}
          value={types.find((type) => type === "payment.completed") ?? types[0] ?? ""}
          options={types.map((type) => [type, type] as const)}
        />
        <Button kind="plain">{words.send}</Button>
      </Form>
    </details>
  );
}

function ResendForm(props: Props) {
  const { context } = props;
  const { kit, merchant, language } = context;
  const words = webhookWords[language];
  const today = dayOf(kit.clocks.now(context.scope), merchant.settings.timeZone);
  return (
    <details class="card more">
      <summary>{words.resendRange}</summary>
      <p class="hint">{words.resendRangeHint}</p>
      <Form context={context} action={pathOf(props, "resend")}>
        <DayField language={language} name="since" label={words.since} value={today} isRequired />
        <label class="choice">
          <input type="checkbox" name="undelivered" value="yes" checked />
          {words.undelivered}
        </label>
        <Button kind="plain">{words.resend}</Button>
      </Form>
    </details>
  );
}

function RollForm(props: Props) {
  const { context } = props;
  const words = webhookWords[context.language];
  return (
    <details class="card more">
      <summary>{words.roll}</summary>
      <p class="hint">{words.rollHint}</p>
      <Form context={context} action={pathOf(props, "roll")}>
        <Select
          name="overlap"
          label={words.overlap}
          value="24"
          options={OVERLAP_HOURS.map((hours) => [hours, words.overlaps[hours]] as const)}
        />
        <Button kind="plain">{words.rollButton}</Button>
      </Form>
    </details>
  );
}

function SwitchForm(props: Props) {
  const { context, endpoint } = props;
  const words = webhookWords[context.language];
  const isOff = endpoint.disabled !== undefined;
  return (
    <details class="card more">
      <summary>{isOff ? words.enableTitle : words.disableTitle}</summary>
      <p class="hint">{isOff ? words.offHint : words.onHint}</p>
      <Form context={context} action={pathOf(props, isOff ? "enable" : "disable")}>
        <Button kind="plain">{isOff ? words.enable : words.disable}</Button>
      </Form>
    </details>
  );
}

function RemoveForm(props: Props) {
  const words = webhookWords[props.context.language];
  return (
    <details class="card more">
      <summary>{words.remove}</summary>
      <p class="hint">{words.removeHint}</p>
      <Form context={props.context} action={pathOf(props, "remove")}>
        <Button kind="danger">{words.remove}</Button>
      </Form>
    </details>
  );
}
