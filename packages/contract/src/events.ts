/** Events of the realtime socket, namespace "/". */
export interface ServerEvents {
  /** A video of the room's client changed: read it again. */
  "video.changed": (change: { uuid: string; isNew: boolean }) => void;
  "video.deleted": (change: { uuid: string }) => void;
  /** Encoding moves; sent at most once a second a video. */
  "video.progress": (progress: { uuid: string; encodingPercent: number; encodingETA: number | null }) => void;
  "video.figures": (change: { uuids: string[] }) => void;
  /** The client, or what the user of this socket may do in it, changed: read the user again. */
  "client.changed": (change: { uuid: string }) => void;
}
export type ClientEvents = Record<string, never>;
