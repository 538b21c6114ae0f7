import type { UserView } from "@shoal/contract";
import { readsAnalyticsOnly } from "@shoal/domain";

/**
 * Returns the first screen of a user: the plugin list for plugin clients, otherwise the library. Users who may only read analytics start on
 * the analytics page.
 */
export function homePathOf(
  user: Pick<UserView, "client_infos" | "roles">,
): "/videosplugin" | "/videos" | "/analytics" {
  if (readsAnalyticsOnly(user.roles)) return "/analytics";
  return user.client_infos[0]?.type === "plugin" ? "/videosplugin" : "/videos";
}
