import type { UserView } from "@shoal/contract";
import { readsAnalyticsOnly } from "@shoal/domain";
import type { ScreenName } from "../features.ts";

/**
 * Returns the first screen of a user: the plugin list for plugin clients, otherwise the library. Users who may only read analytics start on
 * the analytics page, or on their profile if the analytics screen does not exist.
 */
export function homePathOf(
  user: Pick<UserView, "client_infos" | "roles">,
  hasScreen: (name: ScreenName) => boolean,
): "/videosplugin" | "/videos" | "/analytics" | "/profil" {
  if (readsAnalyticsOnly(user.roles)) return hasScreen("analytics") ? "/analytics" : "/profil";
  const isPlugin = user.client_infos[0]?.type === "plugin";
  return isPlugin && hasScreen("pluginVideos") ? "/videosplugin" : "/videos";
}
