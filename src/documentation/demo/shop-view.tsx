import { groupDigits } from "../../domain/card/group-digits.ts";
import type { Language } from "../../kernel/language.ts";
import { otherLanguage } from "../../page/language.ts";
import { MESSAGES } from "../../page/messages/messages.ts";
import { AlertIcon } from "../../page/parts/icons.tsx";
import { formatPrice, type DemoKit } from "./demo-kit.ts";
import { MOST, totalOf, type Line } from "./goods.tsx";
import { ServerCalls } from "./server-calls.tsx";
import { ShopLayout } from "./shop-layout.tsx";
import { WORDS } from "./words.ts";

type ShopViewProps = {
  readonly kit: DemoKit;
  readonly language: Language;
  readonly basket: readonly Line[];
  /** A form error: the reason why no payment began. */
  readonly problem: string | undefined;
};

/** The page with the articles, the basket and the payment buttons. */
export function ShopView(props: ShopViewProps) {
  const { kit, language, basket, problem } = props;
  const words = WORDS[language];
  const switchTo = kit.paths.demo(otherLanguage(language), basketQuery(basket));
  return (
    <ShopLayout kit={kit} language={language} title={words.basket} switchTo={switchTo}>
      <h1>{kit.shopName}</h1>
      <p class="tagline">{words.tagline}</p>
      {problem !== undefined && (
        <div class="notice" id="notice" role="alert">
          <AlertIcon />
          <p>{problem}</p>
        </div>
      )}
      <form class="shop" method="post" action={kit.paths.demoCheckout(language)}>
        <input type="hidden" name="lang" value={language} />
        <section aria-labelledby="goods-title">
          <h2 id="goods-title">{words.goods}</h2>
          <ul class="goods">
            {basket.map((line) => (
              <Shelf line={line} language={language} />
            ))}
          </ul>
        </section>
        <Basket {...props} />
      </form>
      <TestCards kit={kit} language={language} />
      <ServerCalls kit={kit} language={language} basket={basket} />
    </ShopLayout>
  );
}

function basketQuery(basket: readonly Line[]): string {
  return basket.map(({ good, quantity }) => `&${good.id}=${quantity}`).join("");
}

function Shelf({ line, language }: { readonly line: Line; readonly language: Language }) {
  const { good, quantity } = line;
  const name = good.name[language];
  return (
    <li class="shelf">
      <svg class="picture" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
        {good.picture}
      </svg>
      <p class="shelf-name">
        {name} <small>{good.maker}</small>
      </p>
      <p class="shelf-price">{formatPrice(good.price, language)}</p>
      <input
        type="number"
        name={good.id}
        min={0}
        max={MOST}
        step={1}
        value={quantity}
        inputMode="numeric"
        aria-label={WORDS[language].quantity(name)}
        data-price={good.price}
      />
    </li>
  );
}

function Basket({ kit, language, basket }: ShopViewProps) {
  const words = WORDS[language];
  return (
    <section class="basket" aria-labelledby="basket-title">
      <h2 id="basket-title">{words.basket}</h2>
      <p class="total">
        <span>{words.total}</span>{" "}
        <output id="total" data-language={language}>
          {formatPrice(totalOf(basket), language)}
        </output>
      </p>
      <div class="ways">
        <div>
          <h3>{words.hosted}</h3>
          <p class="hint">{words.payHint}</p>
          <button class="primary" type="submit" id="buy">
            {words.pay}
          </button>
        </div>
        <div>
          <h3>{words.embedded.title}</h3>
          <p class="hint">{words.embeddedHint}</p>
          <button
            class="secondary"
            type="submit"
            id="embed"
            formaction={new URL(kit.paths.demoEmbedded(language), kit.publicUrl).href}
          >
            {words.payHere}
          </button>
        </div>
      </div>
      <button
        class="secondary"
        type="submit"
        id="update"
        formmethod="get"
        formaction={kit.paths.demo(language)}
      >
        {words.update}
      </button>
      {kit.sandboxCards[0] !== undefined && (
        <p class="hint">
          {words.tryCard} <code>{groupDigits(kit.sandboxCards[0].number)}</code>
        </p>
      )}
    </section>
  );
}

function TestCards({ kit, language }: Pick<ShopViewProps, "kit" | "language">) {
  const words = WORDS[language];
  const { outcomes, debit } = MESSAGES[language].sandbox;
  return (
    <details class="more">
      <summary>
        <h2>{words.cards}</h2>
      </summary>
      <p>{words.cardsHint}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.card}</th>
            <th scope="col">{words.result}</th>
          </tr>
        </thead>
        <tbody>
          {kit.sandboxCards.map((card) => (
            <tr>
              <td>
                <code>{groupDigits(card.number)}</code>
              </td>
              <td>
                {outcomes[card.behaviour]}{" "}
                <small>
                  {[card.bank, card.program, card.type === "debit" ? debit : undefined]
                    .filter(Boolean)
                    .join(" · ")}
                </small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
