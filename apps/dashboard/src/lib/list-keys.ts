/** The key prefix of all queries that show alerts. */
export const ALERTS_KEY = "alerts";
/** The key prefix of all queries that show export links. */
export const EXPORT_LINKS_KEY = "exportLinks";
/** The key prefix of all queries that show media on other CDNs and their collections. */
export const PLUGIN_VIDEOS_KEY = "pluginVideos";
/** The key prefix of all queries that show project news. */
export const NEWS_KEY = "news";
/** The key prefix of all queries that show projects, their members and versions. */
export const PROJECTS_KEY = "projects";
/** The key prefix of all queries that show teams. */
export const TEAMS_KEY = "teams";
/** The key prefix of all queries that show scene lists. */
export const SCENE_LISTS_KEY = "sceneLists";
/** The key prefix of all queries that show chat. */
export const CHAT_KEY = "chat";
/** The key prefix of all queries that show CDN entries. */
export const CDN_KEY = "cdnEntries";
