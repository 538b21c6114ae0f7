import type { DirectAnswer, DirectSignal } from "@shoal/contract/player";

/** A place in a room that is held by a viewer or kept for one. */
export interface OccupiedPlace {
  id: string;
  /** The session that holds it; null if only the publishing page has reported the place. */
  session: string | null;
  /** The viewer's connection; null while the place is kept. */
  connection: string | null;
  /** The end of the grace period while the place's viewer is disconnected. */
  keptUntilMs: number;
}

export interface QueuedViewer {
  connection: string;
  session: string;
  /** The unused name that the viewer's place gets. */
  place: string;
  lastWord: WaitingMessage | null;
}

/** The members of a live's room. */
export interface DirectRoom {
  /** The connection of the publishing page. */
  publisher: string | null;
  places: readonly OccupiedPlace[];
  /** The waiting viewers, in order of arrival. */
  line: readonly QueuedViewer[];
}

export type RoomEvent =
  /** A publisher with a pass connected and reported the places that it is still connected to. */
  | { type: "publish"; connection: string; places: readonly string[]; atMs: number }
  /** A viewer with access connected. `place` is an unused name for their place; `former` is the place that their slot proves. */
  | { type: "watch"; connection: string; session: string; place: string; former: string | undefined }
  | { type: "signal"; connection: string; to: string | undefined; signal: DirectSignal }
  /** A connection ended. `isBreak` means that it broke, so the viewer may return. */
  | { type: "gone"; connection: string; isBreak: boolean; atMs: number }
  /** Time has passed, so that kept places may have expired. */
  | { type: "tick"; atMs: number };

export type WaitingMessage = Extract<DirectAnswer, { type: "waiting" }>;
/** A message to a member. ICE servers and slots are added when the message is sent. */
export type RoomMessage =
  | Extract<DirectAnswer, { type: "published" | "left" | "waiting" | "signal" }>
  /** The connection of the viewer who has the place. */
  | { type: "viewer"; place: string; viewer: string }
  | { type: "slot"; place: string; viewer: string };

export type RoomEffect =
  | { type: "tell"; to: string; word: RoomMessage }
  /** Notifies a connection that the room has removed, and closes it. */
  | { type: "refuse"; connection: string; reason: "replaced" | "busy" };
