/** Begins the keys of all that shows export links. */
export const EXPORT_LINKS_KEY = "exportLinks";
/** Begins the keys of all that shows scene lists. */
export const SCENE_LISTS_KEY = "sceneLists";
