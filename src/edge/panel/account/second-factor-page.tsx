import { Secret } from "../../../kernel/secret.ts";
import type { AuditAction } from "../../../merchant/audit.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "../../../merchant/second-factor.ts";
import { done, redirect, refusal, type PanelAnswer } from "../answer.ts";
import type { AccountContext } from "../context.ts";
import { Button, Field, Form } from "../parts/form.tsx";
import { QrCode } from "../parts/qr-code.tsx";
import { accountRoute, type PanelRoute } from "../route.ts";
import { attemptWords } from "../words/attempts.ts";
import { ownThrottle } from "./own-throttle.ts";
import { accountWords } from "./words.ts";

const PATH = "account/second-factor";

/** Setting up the second factor, and what can be done with it afterwards. */
export const secondFactorRoutes: readonly PanelRoute[] = [
  accountRoute("GET", PATH, (context) => factorPage(context, "")),
  accountRoute("POST", PATH, confirm),
  accountRoute("POST", `${PATH}/codes`, renew),
  accountRoute("POST", `${PATH}/remove`, remove),
];

async function confirm(context: AccountContext): Promise<PanelAnswer> {
  const { kit, request, signedIn, language } = context;
  const code = new Secret(request.body["code"] ?? "");
  const confirmed = await confirmSecondFactor(kit.people, signedIn, code);
  if (!confirmed.ok) return factorPage(context, accountWords[language].codeWrong);
  await note(context, "user.second_factor_added");
  return codesPage(context, confirmed.value);
}

async function renew(context: AccountContext): Promise<PanelAnswer> {
  const { kit, request, signedIn } = context;
  const code = new Secret(request.body["code"] ?? "");
  const renewed = await ownThrottle(context, () => renewRecoveryCodes(kit.people, signedIn, code));
  if ("waitS" in renewed) return tooMany(context, renewed.waitS);
  if (!renewed.ok) return refuseProof(context);
  await note(context, "user.recovery_codes_renewed");
  return codesPage(context, renewed.value);
}

async function remove(context: AccountContext): Promise<PanelAnswer> {
  const { kit, request, signedIn, language } = context;
  const proof = {
    password: new Secret(request.body["password"] ?? ""),
    code: new Secret(request.body["code"] ?? ""),
  };
  const removed = await ownThrottle(context, () => removeSecondFactor(kit.people, signedIn, proof));
  if ("waitS" in removed) return tooMany(context, removed.waitS);
  if (!removed.ok) return refuseProof(context);
  await note(context, "user.second_factor_removed");
  return redirect(context.panel("account"), done(accountWords[language].removed));
}

function note({ record, signedIn }: AccountContext, action: AuditAction): Promise<void> {
  return record({ action, object: { kind: "user", id: signedIn.user.userId } });
}

function refuseProof(context: AccountContext): PanelAnswer {
  return redirect(context.panel(PATH), refusal(accountWords[context.language].proofWrong));
}

function tooMany(context: AccountContext, waitS: number): PanelAnswer {
  const text = attemptWords[context.language].tooMany(waitS);
  return redirect(context.panel(PATH), refusal(text));
}

/** Shown in the answer to the form itself: the codes are kept nowhere to be shown again. */
function codesPage(context: AccountContext, codes: readonly string[]): PanelAnswer {
  const { kit, request, language } = context;
  const words = accountWords[language];
  const next = kit.paths.own(request.body["next"] ?? "") ?? context.panel("account");
  return {
    kind: "page",
    title: words.codesTitle,
    notice: done(words.on),
    body: (
      <div class="card narrow">
        <p>{words.codesKeep}</p>
        <ul class="codes">
          {codes.map((code) => (
            <li>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <a class="button main" href={next}>
          {words.codesDone}
        </a>
      </div>
    ),
  };
}

async function factorPage(context: AccountContext, error: string): Promise<PanelAnswer> {
  const { kit, request, signedIn, language } = context;
  const words = accountWords[language];
  const secret = await beginSecondFactor(kit.people, signedIn);
  const isNeeded = request.query["needed"] === "live";
  const needed = secret === undefined ? words.neededAgain : words.needed;
  return {
    kind: "page",
    status: error === "" ? 200 : 422,
    title: words.factorTitle,
    crumbs: [{ label: words.title, href: context.panel("account") }],
    ...(isNeeded ? { notice: refusal(needed) } : {}),
    body:
      secret === undefined ? (
        <Management context={context} />
      ) : (
        <Setup context={context} secret={secret} error={error} />
      ),
  };
}

type SetupProps = {
  readonly context: AccountContext;
  readonly secret: string;
  readonly error: string;
};

function Setup({ context, secret, error }: SetupProps) {
  const { kit, request, signedIn, language } = context;
  const words = accountWords[language];
  const next = kit.paths.own(request.query["next"] ?? request.body["next"] ?? "") ?? "";
  return (
    <div class="card narrow">
      <p>{words.scan}</p>
      <QrCode text={kit.people.codes.enrolmentUri(secret, signedIn.user.email)} label={words.qr} />
      <p class="hint">{words.orType}</p>
      <p>
        <code id="secret">{secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
      <Form context={context} action={context.panel(PATH)}>
        <input type="hidden" name="next" value={next} />
        <Field
          name="code"
          label={words.typeCode}
          error={error}
          autocomplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          hasFocus={error !== ""}
          isRequired
        />
        <Button>{words.confirm}</Button>
      </Form>
    </div>
  );
}

function Management({ context }: { readonly context: AccountContext }) {
  const words = accountWords[context.language];
  return (
    <>
      <section class="card narrow">
        <h2>{words.renewTitle}</h2>
        <p class="hint">{words.renewHint}</p>
        <Form context={context} action={context.panel(`${PATH}/codes`)} label={words.renewTitle}>
          <CodeField id="code" label={words.code} />
          <Button kind="plain">{words.renew}</Button>
        </Form>
      </section>
      <section class="card narrow">
        <h2>{words.removeTitle}</h2>
        <p class="hint">{words.removeHint}</p>
        <Form context={context} action={context.panel(`${PATH}/remove`)} label={words.removeTitle}>
          <Field
            name="password"
            label={words.current}
            type="password"
            autocomplete="current-password"
            isRequired
          />
          <CodeField id="remove-code" label={words.code} />
          <Button kind="danger">{words.remove}</Button>
        </Form>
      </section>
    </>
  );
}

/** Of two forms on one page, each has a field of its own. */
function CodeField({ id, label }: { readonly id: string; readonly label: string }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} name="code" type="text" autocomplete="one-time-code" maxLength={40} required />
    </div>
  );
}
