import { formatExpiry } from "../../../card/expiry-text.ts";
import type { Instant } from "../../../kernel/clock.ts";
import type { SandboxCard } from "../sandbox-card.ts";
import { groupDigits } from "../../../card/group-digits.ts";
import type { ViewContext } from "./view-context.ts";

type SandboxProps = { readonly view: ViewContext; readonly hasForm: boolean };

/** Says that no real money moves and, beside a form, which cards to try. Test sessions only. */
export function Sandbox({ view, hasForm }: SandboxProps) {
  const { banner, cards } = view.words.sandbox;
  if (!hasForm) {
    return (
      <p class="sandbox">
        <strong>{banner}</strong>
      </p>
    );
  }
  return (
    <details class="sandbox">
      <summary>
        <strong>{banner}</strong> <span class="more">{cards}</span>
      </summary>
      <CardTable view={view} />
    </details>
  );
}

function CardTable({ view }: { readonly view: ViewContext }) {
  const { kit, words } = view;
  const { help, number, result } = words.sandbox;
  return (
    <div class="sandbox-cards">
      <p>{help}</p>
      <table data-expiry={futureExpiry(kit.clock.now())} data-filled={words.sandbox.filled}>
        <thead>
          <tr>
            <th scope="col">{number}</th>
            <th scope="col">{result}</th>
          </tr>
        </thead>
        <tbody>
          {kit.sandboxCards.map((card) => (
            <CardRow view={view} card={card} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CardRow({ view, card }: { readonly view: ViewContext; readonly card: SandboxCard }) {
  const { outcomes, debit, fill } = view.words.sandbox;
  const grouped = groupDigits(card.number);
  const kind = [card.bank, card.program, card.type === "debit" ? debit : undefined];
  return (
    <tr>
      <td>
        <code>{grouped}</code>
        <button type="button" hidden data-fill={card.number} aria-label={`${fill}: ${grouped}`}>
          {fill}
        </button>
      </td>
      <td>
        {outcomes[card.behaviour]} <small>{kind.filter(Boolean).join(" · ")}</small>
      </td>
    </tr>
  );
}

/** Two years from now: every test card is good until then. */
function futureExpiry(now: Instant): string {
  return formatExpiry({ month: 12, year: new Date(now).getUTCFullYear() + 2 });
}
