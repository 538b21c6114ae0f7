/** Begins the keys of all that shows alerts. */
export const ALERTS_KEY = "alerts";
/** Begins the keys of all that shows export links. */
export const EXPORT_LINKS_KEY = "exportLinks";
/** Begins the keys of all that shows media on other CDNs, and their collections. */
export const PLUGIN_VIDEOS_KEY = "pluginVideos";
/** Begins the keys of all that shows scene lists. */
export const SCENE_LISTS_KEY = "sceneLists";
