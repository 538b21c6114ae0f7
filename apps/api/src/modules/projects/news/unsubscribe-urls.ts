import type { Database } from "../../../platform/database.ts";
import { createNewsSettingsRepository } from "./news-settings.repository.ts";

/**
 * Lists the unsubscribe links of emails about projects by user. They are read before the email rows are locked, because
 * deleting a user locks the user's row first and the emails after it, which would deadlock.
 */
export async function listUnsubscribeUrls(
  db: Database,
  userUuids: readonly string[],
  publicUrl: string,
): Promise<Map<string, string>> {
  const tokens = await createNewsSettingsRepository(db).ensureTokens(userUuids);
  return new Map([...tokens].map(([user, token]) => [user, `${publicUrl}/api/news/unsubscribe/${token}`]));
}
