import type { TryIt, TryParameter } from "./try-it.ts";

type Props = { readonly call: TryIt; readonly root: string };

/**
 * The form that sends a call to the sandbox of this service. Without scripts there is only its
 * text, because a form alone sends neither JSON nor a key.
 */
export function TryItForm({ call, root }: Props) {
  const { method, path, takesKey, parameters, body } = call;
  return (
    <section class="try" aria-labelledby="try-it">
      <h2 id="try-it">Try it</h2>
      <p>
        With JavaScript, this form sends the call to the sandbox of this service, with the test key
        from the top of the page. Live keys are refused.
      </p>
      <form
        class="waits-for-script"
        data-method={method}
        data-path={root + path}
        data-sessions={`${root}/api/v1/checkout/session`}
        data-takes-key={takesKey ? "yes" : undefined}
      >
        {parameters.map((parameter) => (
          <ParameterField {...parameter} />
        ))}
        {body !== undefined && (
          <label>
            <span>Body</span>
            <textarea name="body" rows={lines(body)} spellcheck={false}>
              {body}
            </textarea>
          </label>
        )}
        <p class="try-buttons">
          <button type="submit">Send</button>
          {takesSession(call) && (
            <button type="button" data-new-session>
              Create a session for it
            </button>
          )}
        </p>
        <p class="try-news" role="status" />
        <pre class="try-answer" tabIndex={0} hidden>
          <code />
        </pre>
      </form>
    </section>
  );
}

function ParameterField({ name, place, value, required }: TryParameter) {
  return (
    <label>
      <span>
        <code>{name}</code>
        {required ? "" : " (optional)"}
      </span>
      <input
        name={name}
        data-place={place}
        value={value}
        required={required}
        autocomplete="off"
        spellcheck={false}
      />
    </label>
  );
}

const MOST_LINES = 24;

function lines(text: string): number {
  return Math.min(text.split("\n").length, MOST_LINES);
}

/** True if the call needs a session that has not been paid. */
function takesSession({ parameters, body = "" }: TryIt): boolean {
  return (
    body.includes('"session_id"') ||
    (parameters.some(({ name }) => name === "session_id") &&
      !parameters.some(({ name }) => name === "order_id"))
  );
}
