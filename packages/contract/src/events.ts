import type { Guard } from "./route.ts";
import type { VideoView } from "./video.ts";

type ProgressField =
  | "encodingPercent"
  | "encodingETA"
  | "uploadingPercent"
  | "uploadingETA"
  | "sizeBytes"
  | "isSizeKnown";

/** Why a socket is refused whose session, or user, has as many as may be: whoever sees it tries again after a while. */
export const TOO_MANY_SOCKETS = "too_many_sockets";

/** Events of the realtime socket, namespace "/". */
export interface ServerEvents {
  /** A video of the room's client changed: read it again. */
  "video.changed": (change: { uuid: string; isNew: boolean }) => void;
  "video.deleted": (change: { uuid: string }) => void;
  /** Encoding, or the fetching of the file, moves; sent at most once a second a video. */
  "video.progress": (progress: { uuid: string } & Partial<Pick<VideoView, ProgressField>>) => void;
  "video.figures": (change: { uuids: string[] }) => void;
  /** A scene list of the room's client changed, was added or is gone: read it again. */
  "sceneList.changed": (change: { uuid: string }) => void;
  /** Export links of the room's client changed, were added, are gone, or were watched: read them again. */
  "exportLinks.changed": () => void;
  /** Media on other CDNs of the room's client were played first, changed, or were watched: read them again. */
  "pluginVideos.changed": () => void;
  /** An alert of the room's client opened, was acknowledged or closed: read them again. */
  "alerts.changed": () => void;
  /** The client, or what the user of this socket may do in it, changed: read the user again. */
  "client.changed": (change: { uuid: string }) => void;
}

/**
 * Who is told of an event: whom the guard lets read what the event is about. Who only reads analytics (§6) sees the uuid, title,
 * type, authorization key and figures of videos, and hears when one of those may have changed, but not of files and encoding.
 */
export const EVENT_AUDIENCE = {
  "video.changed": "user",
  "video.deleted": "user",
  "video.progress": "member",
  "video.figures": "user",
  "sceneList.changed": "editor",
  "exportLinks.changed": "editor",
  "pluginVideos.changed": "member",
  "alerts.changed": "readAnalytics",
  "client.changed": "session",
} as const satisfies Record<keyof ServerEvents, Guard>;
export type Audience = (typeof EVENT_AUDIENCE)[keyof ServerEvents];
export type ClientEvents = Record<string, never>;
