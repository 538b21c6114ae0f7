/** Begins the keys of all that shows alerts. */
export const ALERTS_KEY = "alerts";
/** Begins the keys of all that shows export links. */
export const EXPORT_LINKS_KEY = "exportLinks";
/** Begins the keys of all that shows media on other CDNs, and their collections. */
export const PLUGIN_VIDEOS_KEY = "pluginVideos";
/** Begins the keys of all that shows news of projects. */
export const NEWS_KEY = "news";
/** Begins the keys of all that shows projects, their people and versions. */
export const PROJECTS_KEY = "projects";
/** Begins the keys of all that shows teams. */
export const TEAMS_KEY = "teams";
/** Begins the keys of all that shows scene lists. */
export const SCENE_LISTS_KEY = "sceneLists";
/** Begins the keys of all that shows chat. */
export const CHAT_KEY = "chat";
/** Begins the keys of all that shows CDN entries. */
export const CDN_KEY = "cdnEntries";
