import { may } from "../../domain/merchant/permission.ts";
import { done, redirect, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { Card } from "../../page/parts/card.tsx";
import { Choices } from "../../page/parts/choices.tsx";
import { Button, Form, Select } from "../../page/parts/form.tsx";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { TextArea } from "../../page/parts/text-area.tsx";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { holdWords } from "../words/hold-words.ts";
import { shell } from "../words/shell.ts";
import {
  readSettings,
  timeZonesWith,
  type FieldErrors,
  type FormSettings,
} from "./read-settings.ts";
import { ThreeDSecureFacts } from "./three-d-secure-facts.tsx";
import { settingsWords } from "./words.ts";

/** The settings for all payments of a merchant. */
export const settingsRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: "settings",
    permission: "settings.see",
    run: (context) => settingsPage(context, {}),
  }),
  merchantRoute({
    method: "POST",
    path: "settings",
    permission: "settings.change",
    audit: { action: "settings.changed", kind: "merchant" },
    run: save,
  }),
];

async function save(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, merchant, language } = context;
  const read = readSettings(request.body, language);
  if (!read.ok) return settingsPage(context, read.refusal);
  const changed = changedOf(merchant.settings, read.value);
  if (changed.length > 0) {
    const pick = (from: FormSettings) => Object.fromEntries(changed.map((key) => [key, from[key]]));
    await kit.merchants.changeSettings(merchant.merchantId, read.value);
    await context.log.done({ before: pick(merchant.settings), after: pick(read.value) });
  }
  return redirect(context.to("settings"), done(settingsWords[language].saved));
}

const KEYS = ["responseStyle", "threeDSecure", "onHoldEnd", "timeZone", "allowedOrigins"] as const;

function changedOf(before: FormSettings, after: FormSettings): readonly (typeof KEYS)[number][] {
  return KEYS.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}

async function settingsPage(context: MerchantContext, errors: FieldErrors): Promise<PanelAnswer> {
  const { language, signedIn } = context;
  const words = settingsWords[language];
  const mayChange = may(signedIn.user, "settings.change");
  return {
    kind: "page",
    status: Object.keys(errors).length === 0 ? 200 : 422,
    nav: "settings",
    title: words.title,
    body: (
      <>
        <p class="hint">{words.both}</p>
        <div class="split">
          {mayChange ? <SettingsForm errors={errors} /> : <SettingsFacts />}
          <div>
            <ThreeDSecureFacts />
            <Card title={words.brandTitle}>
              <p class="hint">{words.brandIntro}</p>
              <a class="button plain" href={context.to("settings/brand")}>
                {words.toBrand}
              </a>
            </Card>
            <Card title={words.securityTitle}>
              <p class="hint">{words.securityIntro}</p>
              <a class="button plain" href={context.to("settings/security")}>
                {words.toSecurity}
              </a>
            </Card>
          </div>
        </div>
      </>
    ),
  };
}

function SettingsFacts() {
  const { merchant, language } = useMerchant();
  const words = useWords(settingsWords);
  const holds = useWords(holdWords);
  const { settings } = merchant;
  const { threeDSecure, onHoldEnd, responseStyle, timeZone, allowedOrigins } = settings;
  return (
    <section class="card">
      <Facts>
        <Fact name={words.threeDSecure}>{words[threeDSecure]}</Fact>
        <Fact name={holds.setting}>{holds.choices[onHoldEnd]}</Fact>
        <Fact name={words.style}>{words[responseStyle]}</Fact>
        <Fact name={words.timeZone}>{timeZone}</Fact>
        <Fact name={words.origins}>
          {allowedOrigins.length === 0 ? shell[language].nothing : allowedOrigins.join(", ")}
        </Fact>
      </Facts>
    </section>
  );
}

function SettingsForm({ errors }: { readonly errors: FieldErrors }) {
  const { request, merchant, language, to } = useMerchant();
  const words = useWords(settingsWords);
  const holds = useWords(holdWords);
  const { settings } = merchant;
  const typed = request.body;
  return (
    <Form action={to("settings")} class="card">
      <RadioChoice
        legend={words.threeDSecure}
        name="three_d_secure"
        value={typed["three_d_secure"] ?? settings.threeDSecure}
        options={{ optional: words.optional, always: words.always }}
      />
      <RadioChoice
        legend={holds.setting}
        hint={holds.hint}
        name="on_hold_end"
        value={typed["on_hold_end"] ?? settings.onHoldEnd}
        options={holds.choices}
      />
      <RadioChoice
        legend={words.style}
        name="style"
        value={typed["style"] ?? settings.responseStyle}
        options={{ flags: words.flags, codes: words.codes }}
      />
      <Select
        name="time_zone"
        label={words.timeZone}
        hint={words.timeZoneHint}
        value={typed["time_zone"] ?? settings.timeZone}
        options={timeZonesWith(settings.timeZone).map((zone) => [zone, zone] as const)}
        error={errors.time_zone}
      />
      <TextArea
        name="origins"
        label={words.origins}
        hint={words.originsHint}
        value={typed["origins"] ?? settings.allowedOrigins.join("\n")}
        error={errors.origins}
      />
      <Button>{shell[language].save}</Button>
    </Form>
  );
}

type RadioProps = {
  readonly legend: string;
  readonly hint?: string;
  readonly name: string;
  readonly value: string;
  readonly options: Readonly<Record<string, string>>;
};

function RadioChoice({ legend, hint, name, value, options }: RadioProps) {
  const choices = Object.entries(options).map(([option, label]) => ({
    name,
    value: option,
    label,
    isChecked: option === value,
  }));
  return <Choices legend={legend} hint={hint} type="radio" choices={choices} />;
}
