import type { P2pRules, SegmentId } from "../protocol/index.ts";
import type { Transport } from "./segment-cache.ts";

export const SWARM_FAULTS = [
  "server_failed",
  "segment_gone",
  "server_hash_mismatch",
  "peer_hash_mismatch",
] as const;
export type SwarmFaultType = (typeof SWARM_FAULTS)[number];

export interface SwarmFault {
  type: SwarmFaultType;
  segment: SegmentId;
  cause?: unknown;
}

export interface SwarmEngineOptions {
  rules: P2pRules;
  trackerUrl: string;
  ticket: string;
  iceServers: RTCIceServer[];
  /** May be off for the whole session, as on a mobile network. */
  canUpload: boolean;
  cacheMaxBytes: number;
  /** Asks the server for the bytes of a segment from `fromByte` to the end. */
  requestSegment(segment: SegmentId, fromByte: number, signal: AbortSignal): Promise<Response>;
  /** Published sha256 in lower-case hex; undefined while unknown. */
  hashOf(segment: SegmentId): string | undefined;
  /** Reads the published hashes again; resolves when done, whatever came of it. */
  refreshHashes(): Promise<void>;
  /** The tracker wants a newer ticket: answer with `renew`. */
  onTicketRefused(): void;
  onFault?(fault: SwarmFault): void;
}

export interface LoadRequest {
  segment: SegmentId;
  /** Where the segment stands on the timeline: with the playhead it makes the deadline. */
  startSec: number;
  signal: AbortSignal;
  onProgress?(receivedBytes: number, totalBytes: number): void;
}

/** Times are those of `performance.now()`. */
export interface LoadedSegment {
  data: ArrayBuffer;
  transport: Transport;
  bytesServer: number;
  bytesPeer: number;
  /** When the first byte was asked for, after any wait for peers. */
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

export interface SwarmEngine {
  /** @throws SegmentGoneError, or the signal's reason when it is aborted. */
  load(request: LoadRequest): Promise<LoadedSegment>;
  /** Who sends the segment that is needed next; undefined when nobody does yet. */
  awaited(): Transport | undefined;
  setPlayhead(positionSec: number, rate: number, isMoving: boolean): void;
  /** A renewed play session: its ticket and rules. */
  renew(ticket: string, rules: P2pRules): void;
  stats(): SwarmStats;
  close(): void;
}
