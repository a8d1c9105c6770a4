import { formatExpiry } from "../../domain/card/expiry-text.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { SandboxCard } from "../../page/sandbox-card.ts";
import { groupDigits } from "../../domain/card/group-digits.ts";
import type { ViewContext } from "../view-context.ts";

type SandboxProps = {
  readonly view: ViewContext;
  readonly hasForm: boolean;
  readonly banner: string;
};

/** The banner of sessions of the test bank and, on the payment form, the list of test cards. */
export function Sandbox({ view, hasForm, banner }: SandboxProps) {
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
        <strong>{banner}</strong> <span class="more">{view.words.sandbox.cards}</span>
      </summary>
      <CardList view={view} />
    </details>
  );
}

function CardList({ view }: { readonly view: ViewContext }) {
  const { kit, words } = view;
  const { help, filled } = words.sandbox;
  return (
    <div class="sandbox-cards">
      <p>{help}</p>
      <ul data-expiry={futureExpiry(kit.clock.now())} data-filled={filled}>
        {kit.sandboxCards.map((card) => (
          <CardItem view={view} card={card} />
        ))}
      </ul>
    </div>
  );
}

function CardItem({ view, card }: { readonly view: ViewContext; readonly card: SandboxCard }) {
  const { outcomes, debit, fill } = view.words.sandbox;
  const grouped = groupDigits(card.number);
  const kind = [card.bank, card.program, card.type === "debit" ? debit : undefined];
  return (
    <li>
      <code>{grouped}</code>
      <span>
        {outcomes[card.behaviour]} <small>{kind.filter(Boolean).join(" · ")}</small>
      </span>
      <button type="button" hidden data-fill={card.number} aria-label={`${fill}: ${grouped}`}>
        {fill}
      </button>
    </li>
  );
}

/** December in two years, which is later than any sandbox's clock can be moved. */
function futureExpiry(now: Instant): string {
  return formatExpiry({ month: 12, year: new Date(now).getUTCFullYear() + 2 });
}
