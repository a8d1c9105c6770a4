import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  canRun,
  CLIENT_LANGUAGES,
  runWith,
  type ClientLanguage,
} from "../support/client-languages.ts";
import { makeOperatorKey } from "../support/operator.ts";
import { startTestService, type TestService } from "../support/service.ts";

const root = join(import.meta.dirname, "../..");

/** The examples of a guide as one program, and calls of them that print what they return. */
const PROGRAMS = {
  Python: {
    guide: "docs/client-python.md",
    start: "import sys\n",
    calls: `
print(start_checkout().split("?")[0].endswith("/checkout"))
def ordered():
    session = client.sessions.create(
        amount=125_000, success_url="https://shop.example/a", fail_url="https://shop.example/b"
    )
    return session.session_id
print(pay(ordered(), "5528790000000008").split("?")[0].rsplit("/", 1)[0].startswith("redirect to http"))
order = client.payments.create(
    session_id=ordered(), payment_type="creditcard", card_holder_name="Ada Şahin",
    card_number="5528790000000008", expire_month="12", expire_year="2030", cvc="123",
).order_id
print(refund_too_much(order))
print(refund(order).split(":")[0])
print(webhook({}, b""))
print(large_payments())
save_month(os.path.dirname(sys.argv[1]))
print(take_merchant_on(os.environ["OPERATOR_KEY"], os.environ["VEZNE_URL"])[0][:4])
`,
  },
  PHP: {
    guide: "docs/client-php.md",
    start: "<?php\nrequire $argv[2] . '/autoload.php';\n",
    calls: `
function ordered(Client $client): string {
    return $client->sessions->create(
        amount: 125_000, successUrl: 'https://shop.example/a', failUrl: 'https://shop.example/b',
    )->sessionId;
}
function show(mixed $value): void { echo is_bool($value) ? ($value ? 'True' : 'False') : $value, "\\n"; }
show(str_ends_with(explode('?', startCheckout($client))[0], '/checkout'));
show(str_starts_with(pay($client, ordered($client), '5528790000000008'), 'redirect to http'));
$order = $client->payments->create(
    sessionId: ordered($client), paymentType: 'creditcard', cardHolderName: 'Ada Şahin',
    cardNumber: '5528790000000008', expireMonth: '12', expireYear: '2030', cvc: '123',
)->orderId;
show(refundTooMuch($client, $order));
show(explode(':', refund($client, $order))[0]);
show(webhook([], ''));
show(largePayments($client));
saveMonth($client, dirname($argv[1]));
show(substr(takeMerchantOn(getenv('OPERATOR_KEY'), getenv('VEZNE_URL'))[0], 0, 4));
`,
  },
} as const;

describe("the examples of the clients' guides", () => {
  let shop: TestService;
  let operatorKey: string;
  beforeAll(async () => {
    shop = await startTestService();
    ({ text: operatorKey } = await makeOperatorKey(shop));
  });
  afterAll(() => shop.close());

  it.for(CLIENT_LANGUAGES)("work as they are written: $name", async (language, context) => {
    context.skip(!canRun(language), `${language.name} is not installed here`);
    // Each run has a merchant of its own, whose payments the examples count.
    const { testApiKey, merchant } = await shop.createMerchant(`Kitapçı ${language.name}`);
    const printed = await runGuide(language, {
      VEZNE_URL: shop.url,
      VEZNE_KEY: testApiKey,
      VEZNE_WEBHOOK_SECRET: merchant.webhookSecret,
      OPERATOR_KEY: operatorKey,
    });
    expect(printed.trim().split("\n")).toEqual([
      "True",
      "True",
      "refund_exceeds_amount: at most 125000",
      "partially_refunded, then refunded",
      "400",
      "0",
      "mer_",
    ]);
  });

  it.for(CLIENT_LANGUAGES)("teach no name of a package index: $name", ({ name }) => {
    const { guide } = PROGRAMS[name];
    const text = readFileSync(join(root, guide), "utf8");
    expect(text).not.toMatch(/pip install (?!--no-index \.\/)/);
    expect(text).not.toMatch(/composer (require|install) [\w/]+vezne/);
    if (name === "PHP") expect(text).toContain('"exclude": ["vezne/client"]');
  });
});

async function runGuide(
  language: ClientLanguage,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const { guide, start, calls } = PROGRAMS[language.name];
  const fence = language.name.toLowerCase();
  const text = readFileSync(join(root, guide), "utf8");
  const blocks = [...text.matchAll(new RegExp(`\`\`\`${fence}\\n(.*?)\`\`\``, "gs"))];
  const place = mkdtempSync(join(tmpdir(), "vezne-guide-"));
  try {
    const program = join(place, `guide.${language.extension}`);
    writeFileSync(program, [start, ...blocks.map(([, code]) => code), calls].join("\n"));
    return await runWith(language, { program, environment });
  } finally {
    rmSync(place, { recursive: true });
  }
}
