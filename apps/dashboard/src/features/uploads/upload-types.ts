import type { UploadItem as Item, UploadServer as Server } from "@shoal/client/upload";
import { DEFAULT_SETTINGS, requestBodyOf, type StartOptions, type VideoSettings } from "./video-settings.ts";

/** The state of a file's upload, as displayed. */
export type UploadItem = Item<VideoSettings>;
/** The API calls of uploads, with the settings that this page sends. */
export type UploadServer = Server<ReturnType<typeof requestBodyOf>>;

/** The options with which an upload manager creates videos from files. */
export const VIDEO_UPLOADS = {
  defaults: DEFAULT_SETTINGS,
  fieldsOf: (settings: VideoSettings, options: StartOptions = {}) => requestBodyOf(settings, options),
  nowMs: () => performance.now(),
};
