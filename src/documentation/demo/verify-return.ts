import { verifyRedirect, VezneSignatureError } from "../../client/vezne.ts";

/** True if the return URL was signed with one of our webhook secrets (contract C6). */
export async function isSignedReturn(
  parameters: Readonly<Record<string, string>>,
  secrets: string | readonly string[],
): Promise<boolean> {
  try {
    await verifyRedirect(parameters, secrets);
    return true;
  } catch (error) {
    if (error instanceof VezneSignatureError) return false;
    throw error;
  }
}
