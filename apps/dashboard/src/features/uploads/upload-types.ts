import type { UploadItem as Item, UploadServer as Server } from "@shoal/client/upload";
import { DEFAULT_SETTINGS, requestBodyOf, type StartOptions, type VideoSettings } from "./video-settings.ts";

/** The state of one file, as displayed. */
export type UploadItem = Item<VideoSettings>;
/** The calls of uploads, with the settings of this page. */
export type UploadServer = Server<ReturnType<typeof requestBodyOf>>;

/** How an upload manager of this page creates videos from files. */
export const VIDEO_UPLOADS = {
  defaults: DEFAULT_SETTINGS,
  fieldsOf: (settings: VideoSettings, options: StartOptions = {}) => requestBodyOf(settings, options),
  nowMs: () => performance.now(),
};
