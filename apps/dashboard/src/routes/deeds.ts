/**
 * Calls of other features that navigation offers where they are registered. A button whose deed is not here does not
 * show.
 */
export const deeds: {
  /** Refreshes all videos of the viewed client (§7, POST /api/refresh). */
  refreshVideos?: () => Promise<unknown>;
} = {};
