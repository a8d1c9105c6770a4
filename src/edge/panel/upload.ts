/** The fields and files of a form that brings files (RFC 7578), each by its name, once. */
export class Upload {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, Uint8Array>>;

  constructor(
    fields: Readonly<Record<string, string>>,
    files: Readonly<Record<string, Uint8Array>>,
  ) {
    this.fields = fields;
    this.files = files;
  }
}

/** What is no such form has nothing in it, not even the token that every form of ours has. */
export async function readUpload(body: Buffer, contentType: string): Promise<Upload> {
  const form = await parse(body, contentType);
  const fields: Record<string, string> = {};
  const files: Record<string, Uint8Array> = {};
  for (const [name, value] of form) {
    if (typeof value === "string") fields[name] ??= value;
    // A field for a file that was left empty is sent all the same.
    else if (value.size > 0) files[name] ??= new Uint8Array(await value.arrayBuffer());
  }
  return new Upload(fields, files);
}

async function parse(body: Buffer, contentType: string): Promise<FormData> {
  const headers = { "content-type": contentType };
  try {
    return await new Response(new Uint8Array(body), { headers }).formData();
  } catch {
    return new FormData();
  }
}
