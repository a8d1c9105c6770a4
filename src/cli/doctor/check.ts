export type Check = {
  readonly name: string;
  readonly status: "ok" | "warning" | "failed";
  /** The finding. */
  readonly detail: string;
  /** Advice for the operator. */
  readonly advice?: string;
};

export function ok(name: string, detail: string): Check {
  return { name, status: "ok", detail };
}

export function warning(name: string, detail: string, advice: string): Check {
  return { name, status: "warning", detail, advice };
}

export function failed(name: string, detail: string, advice: string): Check {
  return { name, status: "failed", detail, advice };
}
