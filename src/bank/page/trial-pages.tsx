import type { PageProps } from "./challenge-page.tsx";
import { Layout } from "./layout.tsx";
import { TRIAL_WORDS } from "./trial-words.ts";

/** The first return is a picture that is none; the second is the customer's. */
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

/** Where a customer stays whose way back was lost. */
export function LostPage({ language, nonce }: PageProps) {
  const { lost } = TRIAL_WORDS[language];
  return (
    <Layout language={language} title={lost.title} nonce={nonce}>
      <h1>{lost.title}</h1>
      <p>{lost.text}</p>
    </Layout>
  );
}
