import type { Language } from "../kernel/language.ts";
import type { ApiOperation, ApiParameter } from "./api-operations.ts";
import { sampleOf } from "./read-sample.ts";
import { setupTabs, stepTabs } from "./sample-tabs.ts";
import type { Step } from "./samples/sample.ts";

type StepInput = {
  readonly id: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
} & Pick<Step, "field" | "variable" | "idempotencyKey">;

type Texts = { readonly holder: string; readonly success: string; readonly fail: string };

const TEXTS: Readonly<Record<Language, Texts>> = {
  tr: {
    holder: "Ayşe Yılmaz",
    success: "https://shop.example/tesekkurler",
    fail: "https://shop.example/olmadi",
  },
  en: {
    holder: "Ada Şahin",
    success: "https://shop.example/thanks",
    fail: "https://shop.example/sorry",
  },
};

/** The calls of the quickstart by the name of their step. */
function stepsOf(texts: Texts): Readonly<Record<string, readonly StepInput[]>> {
  return { ...purchase(texts), ...AFTERWARDS };
}

function purchase({
  holder,
  success,
  fail,
}: Texts): Readonly<Record<string, readonly StepInput[]>> {
  const session = {
    merchant_api_key: "{{key}}",
    amount: 125_000,
    success_url: success,
    fail_url: fail,
  };
  const payment = {
    session_id: "{{session}}",
    payment_type: "creditcard",
    card_holder_name: holder,
    card_number: "5528790000000008",
    expire_month: "12",
    expire_year: "2030",
    cvc: "123",
  };
  const idempotencyKey = "pay-{{session}}";
  return {
    session: [
      { id: "createCheckoutSession", body: session, field: "session_id", variable: "session" },
    ],
    payment: [{ id: "pay", body: payment, idempotencyKey, field: "order_id", variable: "order" }],
  };
}

const AFTERWARDS: Readonly<Record<string, readonly StepInput[]>> = {
  status: [
    {
      id: "getPaymentStatus",
      parameters: { order_id: "{{order}}", session_id: "{{session}}" },
      field: "status",
    },
  ],
  refund: [
    {
      id: "refundPayment",
      body: { order_id: "{{order}}", amount: 25_000 },
      idempotencyKey: "return-1-{{order}}",
      field: "status",
    },
    {
      id: "refundPayment",
      body: { order_id: "{{order}}" },
      idempotencyKey: "return-2-{{order}}",
      field: "status",
    },
  ],
  list: [
    { id: "listTransactions", parameters: { status: "refunded", per_page: "5" }, field: "total" },
  ],
};

export type QuickstartFacts = {
  readonly publicUrl: string;
  readonly operations: readonly ApiOperation[];
  readonly language: Language;
};

/** Writes the tabs of a step: `setup`, or a step by its name; undefined for any other name. */
export function quickstartTabs(facts: QuickstartFacts, name: string): string | undefined {
  if (name === "setup") return setupTabs(facts.publicUrl);
  const given = stepsOf(TEXTS[facts.language])[name];
  return given === undefined ? undefined : stepTabs(given.map((one) => stepOf(facts, one)));
}

function stepOf({ publicUrl, operations }: QuickstartFacts, given: StepInput): Step {
  const { id, body, parameters = {}, field, variable, idempotencyKey } = given;
  const operation = operations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`the quickstart calls ${id}, which does not exist`);
  const values = new Map<ApiParameter, unknown>(
    operation.parameters
      .filter(({ name }) => name in parameters)
      .map((parameter) => [parameter, typedValue(parameter, parameters[parameter.name])]),
  );
  const sample = sampleOf(publicUrl, operation, {
    parameters: values,
    body,
    mediaType: "application/json",
  });
  return {
    ...sample,
    field,
    ...(variable === undefined ? {} : { variable }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
}

/** The value in the type that the operation declares. */
function typedValue({ schema }: ApiParameter, text = ""): unknown {
  return schema["type"] === "integer" ? Number(text) : text;
}
