/** Limits that both ends of a wire hold each other to. */

export const PROTOCOL_VERSION = 1;
/** A session description with many candidates stays under 8 kB. */
export const TRACKER_MESSAGE_MAX_BYTES = 16_384;
/** The client pings at this pace; a tracker silent for twice as long is taken for dead. */
export const HEARTBEAT_MS = 15_000;
/** Payload of one data-channel chunk: larger messages delay the small ones that share the channel. */
export const CHUNK_BYTES = 16_384;
/** A frame is a chunk and its header, or a list of segments. */
export const FRAME_MAX_BYTES = 65_536;
/** No segment is larger: 4 s at 100 Mbit/s. */
export const SEGMENT_MAX_BYTES = 50_000_000;
export const ANNOUNCE_MAX_ENTRIES = 400;
export const SEGMENT_ID_MAX_LENGTH = 120;

/** Why the tracker closed a connection: WebSocket close codes. Only `tryAgain` ones are worth another attempt. */
export const TRACKER_CLOSE = {
  malformed: 4400,
  ticketRefused: 4401,
  ticketExpired: 4402,
  joinTimeout: 4408,
  replaced: 4409,
  roomClosed: 4410,
  tooMany: 4429,
  tooSlow: 4430,
  shutdown: 1012,
} as const;
export type TrackerCloseReason = keyof typeof TRACKER_CLOSE;
