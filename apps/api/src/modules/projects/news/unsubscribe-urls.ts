import type { Database } from "../../../platform/database.ts";
import { createNewsSettingsRepository } from "./news-settings.repository.ts";

/**
 * The unsubscribe links of emails about projects, by user: each email contains its recipient's link. They are read before the
 * email rows are locked: deleting a user holds that row and then locks the emails, which would deadlock.
 */
export async function listUnsubscribeUrls(
  db: Database,
  userUuids: readonly string[],
  publicUrl: string,
): Promise<Map<string, string>> {
  const tokens = await createNewsSettingsRepository(db).ensureTokens(userUuids);
  return new Map([...tokens].map(([user, token]) => [user, `${publicUrl}/api/news/unsubscribe/${token}`]));
}
