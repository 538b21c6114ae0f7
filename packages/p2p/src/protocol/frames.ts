import type { SegmentId } from "./segment-id.ts";

/** Announcements of segments: `want` finds others who need it; `fetching` means it is being fetched from the server. */
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
      /** The first byte that is not needed; `OPEN_END` for the end of the segment. */
      toByte: number;
      /** How long the receiver can wait for the last byte. */
      deadlineMs: number;
    }
  /** The transfer starts in `startInMs` and completes in `etaMs`. */
  | { type: "accept"; requestId: number; totalBytes: number; startInMs: number; etaMs: number }
  | { type: "chunk"; requestId: number; payload: Uint8Array }
  /** `waitMs` is how long it would have taken; 0 if unknown. */
  | { type: "refuse"; requestId: number; reason: Refusal; waitMs: number }
  /** The bytes from `atByte` on are no longer needed: 0 ends the transfer. */
  | { type: "cancel"; requestId: number; atByte: number }
  /** Bytes of chunks received over this channel, modulo 2^32, which limits what is in flight. */
  | { type: "taken"; bytes: number }
  /** The sender's uplink for others; 0 if it sends nothing, `UPLINK_UNKNOWN` before it was measured. */
  | { type: "status"; uplinkKbps: number };

/** Frames that concern transfers; acknowledgements end in the channel itself. */
export type PeerFrame = Exclude<Frame, { type: "taken" }>;

export const UPLINK_UNKNOWN = 0xffff_ffff;

/** The frame types; the index of a type is its number on the wire. */
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
