/** Limits that both ends of a connection enforce. */

export const PROTOCOL_VERSION = 3;
/** The maximum size of a tracker message: a session description with many candidates stays under 8 kB. */
export const MAX_TRACKER_MESSAGE_BYTES = 16_384;
/** The interval of the client's pings. A tracker that is silent for twice as long counts as dead. */
export const HEARTBEAT_INTERVAL_MS = 15_000;
/** The size of one chunk's payload. Larger messages would delay small ones on the same channel. */
export const CHUNK_BYTES = 16_384;
/** The maximum size of a frame, which is a chunk and its header, or a list of segments. */
export const MAX_FRAME_BYTES = 65_536;
/** The maximum size of a segment: 4 s at 100 Mbit/s. */
export const MAX_SEGMENT_BYTES = 50_000_000;
/** The maximum number of entries of an announcement. An entry is a range of segments, so a complete track takes one. */
export const MAX_ANNOUNCE_ENTRIES = 400;
export const MAX_SEGMENT_ID_LENGTH = 120;

/** The close reasons that clients distinguish. They are separate constants, so a build inlines them. */
export const CLOSED_TICKET_REFUSED = 4401;
export const CLOSED_TICKET_EXPIRED = 4402;
export const CLOSED_REPLACED = 4409;
export const CLOSED_ROOM = 4410;

/** Why the tracker closed a connection: WebSocket close codes. Only the codes in `tryAgain` are worth another attempt. */
export const TRACKER_CLOSE = {
  malformed: 4400,
  ticketRefused: CLOSED_TICKET_REFUSED,
  ticketExpired: CLOSED_TICKET_EXPIRED,
  joinTimeout: 4408,
  replaced: CLOSED_REPLACED,
  roomClosed: CLOSED_ROOM,
  tooMany: 4429,
  tooSlow: 4430,
  shutdown: 1012,
} as const;
export type TrackerCloseReason = keyof typeof TRACKER_CLOSE;
