import { verifyRedirect, VezneSignatureError } from "../../client/vezne.ts";

/** True if the return URL was signed with our webhook secret (contract C6). */
export async function isSignedReturn(
  parameters: Readonly<Record<string, string>>,
  webhookSecret: string,
): Promise<boolean> {
  try {
    await verifyRedirect(parameters, webhookSecret);
    return true;
  } catch (error) {
    if (error instanceof VezneSignatureError) return false;
    throw error;
  }
}
