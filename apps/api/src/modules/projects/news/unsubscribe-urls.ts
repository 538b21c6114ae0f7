import type { Database } from "../../../platform/database.ts";
import { createNewsSettingsRepository } from "./news-settings.repository.ts";

/**
 * The links that end mails about projects, by user: each mail about projects has the one of whom it is sent to. Asked for before what is
 * mailed is locked: whoever deletes a user holds that row and goes on to what is mailed, and each would wait for the other.
 */
export async function listUnsubscribeUrls(
  db: Database,
  userUuids: readonly string[],
  publicUrl: string,
): Promise<Map<string, string>> {
  const tokens = await createNewsSettingsRepository(db).ensureTokens(userUuids);
  return new Map([...tokens].map(([user, token]) => [user, `${publicUrl}/api/news/unsubscribe/${token}`]));
}
