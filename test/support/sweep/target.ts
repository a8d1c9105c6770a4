/** A request that the service accepts, of which a part is then made to grow. */
export type Target = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: readonly Field[];
  readonly body: TargetBody | undefined;
  /** Whether it may contain files, and therefore a larger body. */
  readonly isUpload?: boolean;
};

export type Field = readonly [name: string, value: string];

export type TargetBody =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "form"; readonly fields: readonly Field[] }
  | { readonly kind: "multipart"; readonly parts: readonly Part[] };

/** A part of a multipart form: its header fields and its content. */
export type Part = { readonly head: string; readonly content: string };

/** The bytes of the request. */
export type Sent = {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};

const BOUNDARY = "----boundary";
const TYPES = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: `multipart/form-data; boundary=${BOUNDARY}`,
} as const;

export function sentOf({ method, path, headers, query, body }: Target): Sent {
  const asked = query.length === 0 ? path : `${path}?${formText(query)}`;
  if (body === undefined) return { method, path: asked, headers, body };
  const type = { "content-type": TYPES[body.kind] };
  return { method, path: asked, headers: { ...type, ...headers }, body: bodyText(body) };
}

function bodyText(body: TargetBody): string {
  switch (body.kind) {
    case "json":
      return JSON.stringify(body.value);
    case "form":
      return formText(body.fields);
    case "multipart":
      return (
        body.parts
          .map(({ head, content }) => `--${BOUNDARY}\r\n${head}\r\n\r\n${content}\r\n`)
          .join("") + `--${BOUNDARY}--\r\n`
      );
  }
}

/** The form part of a field, or of a file with that name. */
export function partOf(name: string, content: string, isFile: boolean): Part {
  const file = isFile ? '; filename="f"' : "";
  return { head: `Content-Disposition: form-data; name="${name}"${file}`, content };
}

function formText(fields: readonly Field[]): string {
  return fields.map((field) => field.map(encoded).join("=")).join("&");
}

/** A JSON string; unpaired surrogates cannot be sent. */
export function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}
