import type { UserView } from "@shoal/contract";
import type { ScreenName } from "./route-table.ts";

/** The first screen of a user: the plugin list for plugin clients, else the library. */
export function homeOf(
  user: Pick<UserView, "client_infos">,
  hasScreen: (name: ScreenName) => boolean,
): "/videosplugin" | "/videos" {
  const isPlugin = user.client_infos[0]?.type === "plugin";
  return isPlugin && hasScreen("pluginVideos") ? "/videosplugin" : "/videos";
}
