import { mayBeCardNumber } from "../../domain/card/find-card-number.ts";
import type { StoredCard } from "../../domain/card/stored-card.ts";
import { parseCardToken } from "../../kernel/ids.ts";
import { may } from "../../domain/merchant/permission.ts";
import { brandName } from "../../page/parts/brand-mark.tsx";
import { done, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import type { Question } from "../kit/question.ts";
import { Button, Field, Form } from "../../page/parts/form.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { When } from "../../page/parts/when.tsx";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { shell } from "../words/shell.ts";
import { cardWords } from "./words.ts";

const PATH = "cards";
const PER_PAGE = 50;

/** The stored cards of a merchant's customers; a user can erase each of them. */
export const cardsRoutes: readonly PanelRoute[] = [
  merchantRoute({ method: "GET", path: PATH, permission: "cards.see", run: cardsPage }),
  merchantRoute({ method: "POST", path: `${PATH}/find`, permission: "cards.see", run: find }),
  merchantRoute({
    method: "POST",
    path: `${PATH}/erase`,
    permission: "cards.erase",
    audit: { action: "card.erased", kind: "card", field: "card" },
    run: erase,
    ask: askErase,
  }),
];

/** The typed id is sent in a body, so that a card number typed there is in no address. */
async function find(context: MerchantContext): Promise<PanelAnswer> {
  const customer = (context.request.body["customer_id"] ?? "").trim();
  if (mayBeCardNumber(customer)) return refuseNumber(context);
  return redirect(context.to(PATH + queryText({ customer_id: customer })));
}

function refuseNumber(context: MerchantContext): PanelAnswer {
  return redirect(context.to(PATH), refusal(cardWords[context.language].cardNumber));
}

async function askErase(context: MerchantContext): Promise<Question | undefined> {
  const { kit, request, scope, language } = context;
  const words = cardWords[language];
  const { customer_id: customer = "" } = request.body;
  const token = parseCardToken(request.body["card"] ?? "");
  if (token === undefined || mayBeCardNumber(customer)) return undefined;
  const { merchantId, mode } = scope;
  const owner = { merchantId, mode };
  const query = { owner, customerId: undefined, token, page: 1, perPage: 1 };
  const [card] = (await kit.cardVault.list(query)).cards;
  if (card === undefined) return undefined;
  return {
    title: words.eraseTitle,
    facts: [
      [words.card, nameOf(card)],
      [words.expiry, expiryOf(card)],
      [words.holder, card.holderName],
      [words.customer, card.customerId ?? shell[language].nothing],
    ],
    effects: [words.eraseEffect],
    back: context.to(PATH + queryText({ customer_id: customer })),
  };
}

async function erase(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope, language } = context;
  const words = cardWords[language];
  const { customer_id: customer = "" } = request.body;
  if (mayBeCardNumber(customer)) return refuseNumber(context);
  const back = context.to(PATH + queryText({ customer_id: customer }));
  const token = parseCardToken(request.body["card"] ?? "");
  const { merchantId, mode } = scope;
  if (token === undefined || !(await kit.cardVault.erase({ merchantId, mode }, token))) {
    return redirect(back, refusal(words.unknown));
  }
  await context.log.done({ before: customer === "" ? {} : { customer_id: customer } });
  return redirect(back, done(words.erased));
}

async function cardsPage(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope, language } = context;
  const words = cardWords[language];
  const { customer_id: customer = "" } = request.query;
  if (mayBeCardNumber(customer)) return refuseNumber(context);
  const { page: asked = "1" } = request.query;
  const page = /^[1-9]\d{0,2}$/.test(asked) ? Number(asked) : 1;
  const { merchantId, mode } = scope;
  const found = await kit.cardVault.list({
    owner: { merchantId, mode },
    customerId: customer === "" ? undefined : customer,
    page,
    perPage: PER_PAGE,
  });
  return {
    kind: "page",
    nav: "cards",
    title: words.title,
    body: (
      <>
        <p class="hint">{words.intro}</p>
        <Form class="sift" action={context.to(`${PATH}/find`)}>
          <Field name="customer_id" label={words.customer} value={customer} isShort />
          <div class="buttons">
            <Button kind="plain">{words.find}</Button>
            <a href={context.to(PATH)}>{words.clear}</a>
          </div>
        </Form>
        {found.cards.length === 0 ? (
          <p class="empty">{words.none}</p>
        ) : (
          <CardTable cards={found.cards} />
        )}
        <p class="hint">{words.total(found.total)}</p>
        {page * PER_PAGE < found.total && (
          <a
            class="button plain"
            href={context.to(PATH + queryText({ customer_id: customer, page: String(page + 1) }))}
          >
            {shell[language].next}
          </a>
        )}
      </>
    ),
  };
}

function CardTable({ cards }: { readonly cards: readonly StoredCard[] }) {
  const { signedIn } = useMerchant();
  const words = useWords(cardWords);
  const mayErase = may(signedIn.user, "cards.erase");
  const columns: readonly Column<StoredCard>[] = [
    { head: words.card, isRowHead: true, cell: nameOf },
    { head: words.bank, cell: ({ bankName }) => bankName ?? "–" },
    {
      head: words.expiry,
      cell: expiryOf,
    },
    { head: words.holder, cell: ({ holderName }) => holderName },
    { head: words.customer, cell: ({ customerId }) => customerId ?? "–" },
    {
      head: words.saved,
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    {
      head: words.erase,
      isHidden: true,
      cellClass: "end",
      cell: (card) => mayErase && <EraseForm card={card} />,
    },
  ];
  return <Table label={words.title} columns={columns} rows={cards} />;
}

function nameOf({ brand, lastFour }: StoredCard): string {
  return `${brandName(brand) ?? ""} •••• ${lastFour}`.trim();
}

function expiryOf({ expiry }: StoredCard): string {
  return `${String(expiry.month).padStart(2, "0")}/${expiry.year}`;
}

function EraseForm({ card }: { readonly card: StoredCard }) {
  const { to, request, language } = useMerchant();
  return (
    <Form action={to(`${PATH}/erase`)}>
      <input type="hidden" name="customer_id" value={request.query["customer_id"] ?? ""} />
      <Button kind="danger" name="card" value={card.token}>
        {cardWords[language].erase}
        <span class="unseen"> •••• {card.lastFour}</span>
      </Button>
    </Form>
  );
}
