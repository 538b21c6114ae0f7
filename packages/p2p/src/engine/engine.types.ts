import type { IceServer } from "../connect/peer-link.ts";
import type { P2pRules, SegmentId } from "../protocol/index.ts";
import type { SchedulerExtras } from "../scheduler/plan.ts";
import type { SwarmState } from "../scheduler/state.ts";
import type { Transport } from "./segment-cache.ts";

export const SWARM_FAULTS = [
  "server_failed",
  "segment_gone",
  "server_hash_mismatch",
  "peer_hash_mismatch",
  /**
   * The hash that several viewers reported differs from the server's bytes. The handler of this fault must stop exchanging data with
   * peers.
   */
  "confirmed_hash_wrong",
] as const;
export type SwarmFaultType = (typeof SWARM_FAULTS)[number];

export interface SwarmFault {
  type: SwarmFaultType;
  segment: SegmentId;
  cause?: unknown;
}

export interface HashSource {
  /** Returns the sha256 in lower-case hex, or undefined while it is unknown. */
  find(segment: SegmentId): string | undefined;
  /** Looks the hash up again. Resolves when the lookup is complete, whether or not the hash was found. */
  refresh(segment: SegmentId): Promise<void>;
}

/** The tracker's address and the viewer's ticket. */
export interface TrackerAccess {
  trackerUrl: string;
  ticket: string;
  /** The ICE servers for new connections. Open connections keep the servers with which they were opened. */
  iceServers: readonly IceServer[];
}

export interface SwarmEngineOptions extends TrackerAccess {
  rules: P2pRules;
  /** Returns whether the given rules allow this viewer to upload. Uploading on a mobile network may cost the viewer money. */
  mayUpload(rules: P2pRules): boolean;
  cacheMaxBytes: number;
  /** Requests a segment's bytes from the server, from `fromByte` to the end, or up to `toByte` (exclusive). */
  requestSegment(
    segment: SegmentId,
    fromByte: number,
    signal: AbortSignal,
    toByte?: number,
  ): Promise<Response>;
  /** How long the server may be silent, in ms; 10 s by default. */
  serverSilenceMs?: number;
  /** The hashes that the media's host publishes. Without them, a hash counts once several viewers have reported it. */
  published?: HashSource;
  /** Called when the tracker needs a newer ticket. The caller must respond with `renew`. */
  onTicketRefused(): void;
  /** Optional decision modules. Without them, only the core decides. */
  scheduler?: SchedulerExtras;
  /** Computes hashes in script, for pages outside a secure context. Without it, such pages exchange no data. */
  sha256InScript?(bytes: Uint8Array): Uint8Array;
  onFault?(fault: SwarmFault): void;
}

export interface LoadRequest {
  segment: SegmentId;
  /** The position of the segment on the timeline. Together with the playhead, it determines the deadline. */
  startSec: number;
  about?: SegmentDetails | undefined;
  signal: AbortSignal;
  onProgress?(receivedBytes: number, totalBytes: number): void;
}

/** The player's own details of a segment. They are for inspection only, and the swarm does not use them. */
export interface SegmentDetails {
  kind: "main" | "audio" | "subtitle" | "init";
  durationSec: number;
}

/** A published segment of a live. */
export interface PublishedSegment {
  segment: SegmentId;
  /** The segment's position on the timeline. */
  startSec: number;
}

/** A loaded segment. Times are on the clock of `performance.now()`. */
export interface LoadedSegment {
  data: ArrayBuffer;
  transport: Transport;
  bytesServer: number;
  bytesPeer: number;
  /** When the first byte was requested, after any wait for peers. */
  startedAtMs: number;
  firstByteAtMs: number;
  endedAtMs: number;
}

export interface SwarmStats {
  bytesServer: number;
  bytesPeer: number;
  bytesUp: number;
  peers: number;
  audience: number;
}

/** A segment that has arrived. Times are on the clock of `performance.now()`. */
export interface ArrivedSegment {
  segment: SegmentId;
  startSec: number;
  /** The player's details of the segment. Undefined if the player did not report them, or has not requested the segment yet. */
  about: SegmentDetails | undefined;
  /** The bytes by peer; bytes from the server have the key "". */
  sources: Readonly<Record<string, number>>;
  startedAtMs: number;
  endedAtMs: number;
}

/** A peer that the tracker has matched. */
export interface InspectedPeer {
  isOpen: boolean;
  link: { connection: RTCPeerConnection };
}

/** The live state of the swarm, not a copy. Callers must not modify it. */
export interface SwarmInspection {
  /** The inputs of the scheduler. */
  state: SwarmState;
  stats: SwarmStats;
  /** The latest segments in order of arrival, and the total bytes. */
  arrivals: { segments: readonly ArrivedSegment[]; bytes: number };
  /** The transfers in progress. */
  loads: Iterable<{ assembly: { received: number } }>;
  /** Whether the tracker is connected. Absent without peer-to-peer exchange. */
  isTracked?: boolean;
  /** Matched peers by id. */
  peers?: ReadonlyMap<string, InspectedPeer>;
}

export interface SwarmEngine {
  /** @throws SegmentUnavailableError, or the reason of the signal when it is aborted. */
  load(request: LoadRequest): Promise<LoadedSegment>;
  /** Returns the source of the segment that is needed next; undefined if it has no source yet. */
  awaited(): Transport | undefined;
  /**
   * Sets the segments of the playing rendition that a live has published and the player has not loaded, ascending. They are loaded
   * immediately, so other viewers get them in time. Calling this is optional. Without it, each segment is loaded when the player
   * requests it.
   */
  publish(segments: readonly PublishedSegment[]): void;
  /** Declares the parts of a published segment, in order. The segment is offered to peers once all parts have arrived. */
  compose(segment: SegmentId, parts: readonly SegmentId[]): void;
  setPlayhead(positionSec: number, rate: number, isMoving: boolean): void;
  /** Applies the tracker, the ticket and the rules of a renewed play session. */
  renew(meeting: TrackerAccess, rules: P2pRules): void;
  stats(): SwarmStats;
  /** Returns the state of the swarm, for example for the overlay. */
  inspect(): SwarmInspection;
  close(): void;
}
