import type { UploadItem as Item, UploadServer as Server } from "@shoal/client/upload";
import { bodyOf, DEFAULT_SETTINGS, type StartOptions, type VideoSettings } from "./video-settings.ts";

/** The state of one file, as displayed. */
export type UploadItem = Item<VideoSettings>;
/** The calls of uploads, with the settings of this page. */
export type UploadServer = Server<ReturnType<typeof bodyOf>>;

/** How an upload manager of this page creates videos from files. */
export const VIDEOS = {
  defaults: DEFAULT_SETTINGS,
  fieldsOf: (settings: VideoSettings, options: StartOptions = {}) => bodyOf(settings, options),
  nowMs: () => performance.now(),
};
