import {
  type Announcement,
  type P2pRules,
  type Ranges,
  type Refusal,
  type SegmentId,
  type SegmentPlace,
  UPLINK_UNKNOWN,
} from "../protocol/index.ts";

/** Segments by track, as ranges of the indexes that `placeOf` returns. */
export type Holdings = Readonly<Record<string, Ranges>>;

/** The state of a peer with an open channel. The peer's own clock is never used. */
export interface PeerView {
  readonly have: Holdings;
  readonly want: Holdings;
  /** When each fetch from the server started, by `track#index`. */
  readonly fetching: Readonly<Record<string, number>>;
  /** Whether the peer has announced the segments it holds. */
  readonly isKnown: boolean;
  readonly openedAtMs: number;
  /** Whether the peer is at this viewer's site, so its data does not cross the site's shared line. */
  readonly isNear: boolean | undefined;
  /** The penalty points for recent failures; they halve every `penaltyHalfLifeMs`. */
  readonly penalty: number;
  readonly penaltyAtMs: number;
  /** The uplink that the peer offers to other viewers, as announced by the peer. */
  readonly uplinkKbps: number;
  /** The rate measured from what the peer sent us, in bytes per second; 0 while unknown. */
  readonly bytesPerSec: number;
  /** The number of requests that the peer has ignored or rejected since it last sent data. */
  readonly unansweredRequests: number;
}

/** A part of a segment that one source is sending, in order. */
export interface Piece {
  readonly requestId: number;
  /** The peer that sends the piece; empty for the server. */
  readonly peerId: string;
  readonly from: number;
  readonly to: number;
  /** The offset of the next byte to arrive. */
  readonly at: number;
  readonly sinceMs: number;
  readonly progressAtMs: number;
  /** Whether the peer has accepted the request. */
  readonly isAccepted: boolean;
  /**
   * When the peer promised to start, or started, followed by when it promised to complete. Until the peer responds, these are the
   * expected times.
   */
  readonly startsAtMs: number;
  readonly dueAtMs: number;
}

/** A missing segment that the player has requested or will request. */
export interface Want {
  readonly segment: SegmentId;
  readonly track: string;
  readonly index: number;
  /** The segment's position on the timeline, which determines its deadline. */
  readonly startSec: number;
  readonly sinceMs: number;
  /** Whether the segment is loaded ahead, because the player has not requested it yet. */
  readonly isPrefetch: boolean;
  /** The whole length of the segment; 0 while unknown. */
  readonly total: number;
  /** The bytes present from finished pieces, from any sender. */
  readonly received: Ranges;
  readonly pieces: readonly Piece[];
  /** The peers that have sent some of the segment, and when they did. Their bytes are not verified yet. */
  readonly senders: Readonly<Record<string, number>>;
  /** The times before which peers must not receive another request for this segment. */
  readonly notBefore: Readonly<Record<string, number>>;
  readonly serverNotBeforeMs: number;
  /** Whether the segment's hash is known. Until it is, no peer receives a request. */
  readonly isVerifiable: boolean;
  /** Whether only the server is used for the segment, because there is no hash or because peers sent wrong bytes. */
  readonly isServerOnly: boolean;
  readonly isAnnounced: boolean;
}

export interface Playhead {
  readonly positionSec: number;
  readonly rate: number;
  /** Whether playback is running: neither paused nor stalled. */
  readonly isMoving: boolean;
  readonly atMs: number;
}

/** A promised upload to a peer. */
export interface Upload {
  readonly peerId: string;
  readonly requestId: number;
  readonly segment: SegmentId;
  readonly to: number;
  /** The offset of the next byte to send. */
  readonly at: number;
  /** When the upload was promised to start. */
  readonly startsAtMs: number;
  readonly isStarted: boolean;
  readonly startedAtMs: number;
  readonly startedAtByte: number;
  readonly dueAtMs: number;
  /** What the receiver contributes to others. Peers that contribute nothing are dropped first. */
  readonly worth: number;
}

/** The server's recent response times. */
export interface ServerPace {
  /** The mean size of the server's transfers, and their mean duration; 0 while unknown. */
  readonly sampleBytes: number;
  readonly sampleMs: number;
  readonly latencyMs: number;
  readonly deviationMs: number;
}

export interface TimelineEntry {
  readonly segment: SegmentId;
  readonly startSec: number;
}

export type PlacedEntry = TimelineEntry & SegmentPlace;

/** The complete state on which decisions are based. */
export interface SwarmState {
  readonly selfId: string;
  readonly rules: P2pRules;
  /** The number of viewers in the room; null before the tracker has reported it. */
  readonly audience: number | null;
  readonly canUpload: boolean;
  /** The time until which peers may still appear, because the tracker or a matched peer is being connected. */
  readonly connectingUntilMs: number;
  readonly playhead: Playhead;
  readonly peers: Readonly<Record<string, PeerView>>;
  readonly wants: Readonly<Record<SegmentId, Want>>;
  /** Verified and cached segments, which may be offered. */
  readonly held: Holdings;
  /** The published segments of a live that the player will request, in ascending order. */
  readonly ahead: readonly PlacedEntry[];
  readonly uploads: readonly Upload[];
  /** The measured rate of this viewer's uplink in bytes per second, or 0 while it is unknown. */
  readonly uplinkBytesPerSec: number;
  readonly uplinkAtMs: number;
  /** What was last announced to the peers. */
  readonly reportedKbps: number;
  readonly server: ServerPace;
  /** The mean length of a segment, by track. */
  readonly trackBytes: Readonly<Record<string, number>>;
  readonly nextRequestId: number;
  /** When the latest request was made to which a peer has responded. */
  readonly reachedAtMs: number;
  /** The time of the last event. A long gap means that the device slept, and not that all peers were silent. */
  readonly atMs: number;
}

export type SwarmEvent =
  | { type: "want"; segment: SegmentId; startSec: number; isVerifiable: boolean }
  /** Published segments of a live that the player has not requested yet. They replace the previous list. */
  | { type: "published"; segments: readonly TimelineEntry[] }
  /** The hash of a required segment has become known, or is known to be unavailable. */
  | { type: "hash"; segment: SegmentId; isKnown: boolean }
  | { type: "abandon"; segment: SegmentId }
  | { type: "playhead"; positionSec: number; rate: number; isMoving: boolean }
  | { type: "tick" }
  | { type: "joined"; peerId: string; audience: number; rules: P2pRules }
  | { type: "audience"; count: number }
  | { type: "rules"; rules: P2pRules }
  | { type: "canUpload"; canUpload: boolean }
  /** How long it is worth waiting for peers to appear, or 0 if none is expected. */
  | { type: "connecting"; untilMs: number }
  | { type: "peerOpen"; peerId: string; isNear?: boolean | undefined }
  | { type: "peerClosed"; peerId: string }
  | { type: "peerStatus"; peerId: string; uplinkKbps: number }
  | { type: "announced"; peerId: string; entries: readonly Announcement[] }
  /** `totalBytes` is the segment's length, 0 if it is not loaded. */
  | {
      type: "requested";
      peerId: string;
      requestId: number;
      segment: SegmentId;
      fromByte: number;
      toByte: number;
      deadlineMs: number;
      totalBytes: number;
    }
  | { type: "uploadCancelled"; peerId: string; requestId: number; atByte: number }
  | { type: "uploadProgress"; peerId: string; requestId: number; at: number }
  | { type: "uploadEnded"; peerId: string; requestId: number }
  | { type: "uplink"; bytesPerSec: number }
  /** A source has declared the segment's total length. The server promises no times. */
  | {
      type: "accepted";
      segment: SegmentId;
      requestId: number;
      totalBytes: number;
      startInMs: number;
      etaMs: number;
    }
  /** The bytes of a piece up to `at` have arrived. */
  | { type: "progress"; segment: SegmentId; requestId: number; at: number }
  | { type: "refused"; segment: SegmentId; requestId: number; reason: Refusal; waitMs: number }
  | { type: "serverFailed"; segment: SegmentId; requestId: number; retryAfterMs: number }
  | { type: "serverMeasured"; latencyMs: number; bytes: number; durationMs: number }
  /** All bytes have arrived and are verified, or came only from the server. */
  | { type: "arrived"; segment: SegmentId; bytes: number }
  /** The bytes do not match the published hash. The event `liars` reports who sent the wrong bytes once this is known. */
  | { type: "corrupt"; segment: SegmentId }
  | { type: "liars"; peerIds: readonly string[] }
  | { type: "held"; segment: SegmentId }
  | { type: "dropped"; segments: readonly SegmentId[] };

export type SwarmEffect =
  | { type: "fetchServer"; segment: SegmentId; requestId: number; fromByte: number; toByte: number }
  | { type: "abortServer"; segment: SegmentId; requestId: number }
  | {
      type: "requestPeer";
      peerId: string;
      requestId: number;
      segment: SegmentId;
      fromByte: number;
      toByte: number;
      deadlineMs: number;
    }
  /** A transfer's bytes from `atByte` on are no longer needed. */
  | { type: "cancelPeer"; peerId: string; requestId: number; atByte: number }
  /** Loads a segment that the player has not requested yet. */
  | { type: "prefetch"; segment: SegmentId; startSec: number }
  | { type: "dropPrefetch"; segment: SegmentId }
  /** Announces segments to all peers, or to one. */
  | { type: "announce"; entries: readonly Announcement[]; peerId?: string }
  | { type: "status"; uplinkKbps: number; peerId?: string }
  | {
      type: "accept";
      peerId: string;
      requestId: number;
      totalBytes: number;
      startInMs: number;
      etaMs: number;
    }
  | {
      type: "startUpload";
      peerId: string;
      requestId: number;
      segment: SegmentId;
      fromByte: number;
      toByte: number;
    }
  | { type: "trimUpload"; peerId: string; requestId: number; atByte: number }
  | { type: "refuse"; peerId: string; requestId: number; reason: Refusal; waitMs: number };

export interface Transition {
  readonly state: SwarmState;
  readonly effects: readonly SwarmEffect[];
}

/** Joins two steps. The result has the state of the second step, and the effects of both in order. */
export const joinSteps = (
  before: Pick<Transition, "effects">,
  { state, effects }: Transition,
): Transition => ({
  state,
  effects: [...before.effects, ...effects],
});

export function createSwarmState(rules: P2pRules): SwarmState {
  return {
    selfId: "",
    rules,
    audience: null,
    canUpload: true,
    connectingUntilMs: 0,
    playhead: { positionSec: 0, rate: 1, isMoving: false, atMs: 0 },
    peers: {},
    wants: {},
    held: {},
    ahead: [],
    uploads: [],
    uplinkBytesPerSec: 0,
    uplinkAtMs: 0,
    reportedKbps: UPLINK_UNKNOWN,
    server: { sampleBytes: 0, sampleMs: 0, latencyMs: 0, deviationMs: 0 },
    trackBytes: {},
    nextRequestId: 1,
    reachedAtMs: 0,
    atMs: 0,
  };
}
