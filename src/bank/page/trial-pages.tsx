import type { PageProps } from "./challenge-page.tsx";
import { Layout } from "./layout.tsx";
import { TRIAL_WORDS } from "./trial-words.ts";

/** Requests the return URL twice: first as an image, then when the customer clicks. */
export function TwicePage({ language, nonce, address }: PageProps & { readonly address: string }) {
  const { twice } = TRIAL_WORDS[language];
  return (
    <Layout language={language} title={twice.title} nonce={nonce}>
      <h1>{twice.title}</h1>
      <p>{twice.text}</p>
      <p class="actions">
        <a class="primary" href={address}>
          {twice.again}
        </a>
      </p>
      <img class="first" src={address} alt="" />
    </Layout>
  );
}

/** Shown in the trial `lost`, in which the customer does not get back to the merchant. */
export function LostPage({ language, nonce }: PageProps) {
  const { lost } = TRIAL_WORDS[language];
  return (
    <Layout language={language} title={lost.title} nonce={nonce}>
      <h1>{lost.title}</h1>
      <p>{lost.text}</p>
    </Layout>
  );
}
