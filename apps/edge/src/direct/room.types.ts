import type { DirectAnswer, DirectSignal } from "@shoal/contract/player";

/** One of the places of a room, while somebody has it or it is kept for him. */
export interface TakenPlace {
  id: string;
  /** Whose it is; null when only the page that films has told of him. */
  session: string | null;
  /** His; null while the place is kept for him. */
  connection: string | null;
  /** Until when it is kept, while it is. */
  keptUntilMs: number;
}

export interface Waiter {
  connection: string;
  session: string;
  /** The name of the place that he gets. */
  place: string;
  told: WaitingWord | null;
}

/** Who is where in the room of one live. */
export interface Room {
  /** The connection of the page that films. */
  publisher: string | null;
  places: readonly TakenPlace[];
  /** By arrival. */
  line: readonly Waiter[];
}

export type RoomEvent =
  /** A page with a pass came, which is connected with these places from before. */
  | { type: "publish"; connection: string; places: readonly string[]; atMs: number }
  /** A viewer came who may watch. `place`: a name that nobody has yet; `former`: of the place that his slot proves. */
  | { type: "watch"; connection: string; session: string; place: string; former: string | undefined }
  | { type: "signal"; connection: string; to: string | undefined; signal: DirectSignal }
  /** `isBreak`: he did not mean to, and may come back. */
  | { type: "gone"; connection: string; isBreak: boolean; atMs: number }
  /** Time has passed. */
  | { type: "tick"; atMs: number };

export type WaitingWord = Extract<DirectAnswer, { type: "waiting" }>;
/** What is told; servers and slots are added to those that need them. */
export type RoomWord =
  | Extract<DirectAnswer, { type: "published" | "left" | "waiting" | "signal" }>
  /** The connection of whoever has the place. */
  | { type: "viewer"; place: string; viewer: string }
  | { type: "slot"; place: string; viewer: string };

export type RoomEffect =
  | { type: "tell"; to: string; word: RoomWord }
  /** The connection is told so, and closed; the room knows it no more. */
  | { type: "refuse"; connection: string; reason: "replaced" | "busy" };
