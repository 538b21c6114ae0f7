import type { Announcement, P2pRules, Refusal, SegmentId } from "../protocol/index.ts";

/** What is known of a peer whose channel is open. */
export interface PeerView {
  readonly have: ReadonlySet<SegmentId>;
  /** Comes from the server now, since when. */
  readonly fetching: ReadonlyMap<SegmentId, number>;
  readonly want: ReadonlySet<SegmentId>;
  /** It has told us what it has. */
  readonly isKnown: boolean;
  readonly openedAtMs: number;
  /** Faults of late; halves every PENALTY_HALF_LIFE_MS. */
  readonly penalty: number;
  readonly penaltyAtMs: number;
}

export type WantSource =
  | { readonly via: "none" }
  | { readonly via: "server"; readonly sinceMs: number }
  | {
      readonly via: "peer";
      readonly peerId: string;
      readonly requestId: number;
      readonly sinceMs: number;
      readonly progressAtMs: number;
      readonly receivedAtStart: number;
    };

/** A segment that the player has asked for and does not have yet. */
export interface Want {
  readonly segment: SegmentId;
  /** Where it stands on the timeline, for its deadline. */
  readonly startSec: number;
  readonly sinceMs: number;
  readonly source: WantSource;
  /** Bytes from the start that are here, whoever sent them. */
  readonly received: number;
  /** Whole length, 0 while unknown. */
  readonly total: number;
  /** Peers not to ask before a time. */
  readonly notBefore: Readonly<Record<string, number>>;
  readonly serverNotBeforeMs: number;
  /** Its hash is unknown, or what peers sent was wrong: the server decides. */
  readonly isServerOnly: boolean;
  readonly isAnnounced: boolean;
}

export interface Playhead {
  readonly positionSec: number;
  readonly rate: number;
  /** Time passes: neither paused nor waiting. */
  readonly isMoving: boolean;
  readonly atMs: number;
}

export interface Upload {
  readonly peerId: string;
  readonly requestId: number;
}

/** All that decides where the next byte comes from. */
export interface SwarmState {
  readonly selfId: string;
  readonly rules: P2pRules;
  /** Viewers in the room; null before the tracker has said so. */
  readonly audience: number | null;
  readonly canUpload: boolean;
  /** Peers may still appear until then: the tracker is being reached, or a matched peer is being connected. */
  readonly connectingUntilMs: number;
  readonly playhead: Playhead;
  readonly peers: Readonly<Record<string, PeerView>>;
  readonly wants: Readonly<Record<SegmentId, Want>>;
  /** Checked and kept: what may be offered. */
  readonly held: ReadonlySet<SegmentId>;
  readonly uploads: readonly Upload[];
  /** Measured from server fetches, bytes a second; 0 while unknown. */
  readonly serverBytesPerSec: number;
  /** Mean length of a segment, by track. */
  readonly trackBytes: Readonly<Record<string, number>>;
  readonly nextRequestId: number;
}

export type SwarmEvent =
  | { type: "want"; segment: SegmentId; startSec: number; isVerifiable: boolean }
  | { type: "abandon"; segment: SegmentId }
  | { type: "playhead"; positionSec: number; rate: number; isMoving: boolean }
  | { type: "tick" }
  | { type: "joined"; selfId: string; audience: number; rules: P2pRules }
  | { type: "audience"; audience: number }
  | { type: "rules"; rules: P2pRules }
  | { type: "canUpload"; canUpload: boolean }
  /** How long it is worth waiting for peers to appear; 0 when none is on the way. */
  | { type: "connecting"; untilMs: number }
  | { type: "peerOpen"; peerId: string }
  | { type: "peerClosed"; peerId: string }
  | { type: "announced"; peerId: string; entries: readonly Announcement[] }
  | { type: "requested"; peerId: string; requestId: number; segment: SegmentId; fromByte: number }
  | { type: "uploadEnded"; peerId: string; requestId: number }
  | { type: "accepted"; segment: SegmentId; requestId: number; totalBytes: number }
  | { type: "progress"; segment: SegmentId; received: number }
  | { type: "refused"; segment: SegmentId; requestId: number; reason: Refusal }
  | { type: "serverFailed"; segment: SegmentId; retryAfterMs: number }
  /** All bytes are here and the player has them. `bytesPerSec` when the server sent them. */
  | { type: "arrived"; segment: SegmentId; bytes: number; bytesPerSec?: number }
  /** The bytes do not have the published hash; `peerIds` sent some of them. */
  | { type: "corrupt"; segment: SegmentId; peerIds: readonly string[] }
  | { type: "held"; segment: SegmentId }
  | { type: "dropped"; segments: readonly SegmentId[] };

export type SwarmEffect =
  | { type: "fetchServer"; segment: SegmentId; fromByte: number }
  | { type: "abortServer"; segment: SegmentId }
  | {
      type: "requestPeer";
      peerId: string;
      requestId: number;
      segment: SegmentId;
      fromByte: number;
      deadlineMs: number;
    }
  | { type: "cancelPeer"; peerId: string; requestId: number }
  /** To all peers, or to one. */
  | { type: "announce"; entries: readonly Announcement[]; peerId?: string }
  | { type: "startUpload"; peerId: string; requestId: number; segment: SegmentId; fromByte: number }
  | { type: "refuse"; peerId: string; requestId: number; reason: Refusal };

export interface Step {
  state: SwarmState;
  effects: SwarmEffect[];
}

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
    held: new Set(),
    uploads: [],
    serverBytesPerSec: 0,
    trackBytes: {},
    nextRequestId: 1,
  };
}
