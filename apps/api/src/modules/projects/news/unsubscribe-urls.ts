import type { Tx } from "../../../platform/database.ts";
import { createNewsSettingsRepository } from "./news-settings.repository.ts";

/** The links that end mails about projects, by user: each mail about projects has the one of whom it is sent to. */
export async function listUnsubscribeUrls(
  tx: Tx,
  userUuids: readonly string[],
  publicUrl: string,
): Promise<Map<string, string>> {
  const tokens = await createNewsSettingsRepository(tx).ensureTokens(userUuids);
  return new Map([...tokens].map(([user, token]) => [user, `${publicUrl}/api/news/unsubscribe/${token}`]));
}
