import { signInToPanel } from "./panel-session.mjs";

/**
 * Signs in to the panel, and resolves to a function that uploads a file to a section's import, as
 * its form does.
 */
export async function openUpload({ pool, line, merchantId }, { section, field }) {
  const { url } = line;
  const cookie = await signInToPanel({ pool, url, merchantId });
  return uploadTo({ page: `${url}/panel/${merchantId}/test/${section}`, url, cookie, field });
}

/** The same for a user who is signed in, as the cookie shows. */
export async function uploadTo({ page, url, cookie, field }) {
  const html = await (await fetch(page, { headers: { cookie } })).text();
  const token = /name="form_token" value="([^"]+)"/.exec(html)?.[1];
  if (token === undefined) throw new Error(`${page} has no form`);
  return async (text, signal) => {
    const form = new FormData();
    form.set("form_token", token);
    form.set(field, new Blob([text]), "file.txt");
    const answer = await fetch(`${page}/import`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie, origin: url },
      body: form,
      signal,
    });
    const body = await answer.text();
    if (answer.status !== 200 && answer.status !== 303) {
      throw new Error(`${page}/import: ${answer.status} ${body.slice(0, 300)}`);
    }
  };
}
