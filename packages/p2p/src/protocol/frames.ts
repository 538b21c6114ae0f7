import type { SegmentId } from "./segment-id.ts";

/**
 * Announcements of segments. `want` asks for others who also need the segment. `fetching` states that the sender is fetching it
 * from the server.
 */
export const HOLDINGS = ["have", "fetching", "want", "gone"] as const;
export type Holding = (typeof HOLDINGS)[number];

/** `late` means that the segment could not arrive in time. */
export const REFUSALS = ["busy", "missing", "off", "late"] as const;
export type Refusal = (typeof REFUSALS)[number];

/** The segments `[from, to)` of a track, by the index that `placeOf` returns. */
export interface Announcement {
  track: string;
  from: number;
  to: number;
  holding: Holding;
}

/** Messages of a data channel. A transfer sends the bytes `[fromByte, toByte)`, in order. */
export type Frame =
  | { type: "announce"; entries: Announcement[] }
  | {
      type: "request";
      requestId: number;
      segment: SegmentId;
      fromByte: number;
      /** The first byte that the receiver does not need, or `OPEN_END` for the end of the segment. */
      toByte: number;
      /** How long the receiver can wait for the last byte. */
      deadlineMs: number;
    }
  /** The transfer starts in `startInMs` and completes in `etaMs`. */
  | { type: "accept"; requestId: number; totalBytes: number; startInMs: number; etaMs: number }
  | { type: "chunk"; requestId: number; payload: Uint8Array }
  /** `waitMs` is how long the transfer would have taken, or 0 if that is unknown. */
  | { type: "refuse"; requestId: number; reason: Refusal; waitMs: number }
  /** The receiver no longer needs the bytes from `atByte` on. With 0, the transfer ends. */
  | { type: "cancel"; requestId: number; atByte: number }
  /** Bytes of chunks received over this channel, modulo 2^32, which limits what is in flight. */
  | { type: "taken"; bytes: number }
  /** The sender's uplink for other viewers. 0 if it sends nothing, and `UPLINK_UNKNOWN` until it has been measured. */
  | { type: "status"; uplinkKbps: number };

/** Frames that concern transfers; acknowledgements end in the channel itself. */
export type PeerFrame = Exclude<Frame, { type: "taken" }>;

export const UPLINK_UNKNOWN = 0xffff_ffff;

/** The frame types. The index of a type is its number in the protocol. */
export const FRAME_TYPES = [
  "announce",
  "request",
  "accept",
  "chunk",
  "refuse",
  "cancel",
  "status",
  "taken",
] as const;
/** A type and a number (a request's, or a count), big-endian. */
export const FRAME_HEADER_BYTES = 5;
