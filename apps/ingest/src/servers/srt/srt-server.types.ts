import type { LiveProcess } from "@shoal/media";
import type { EndReason, Publishers } from "@shoal/rtmp";
import type { LiveAdmission } from "../../session/live-sessions.ts";
import type { LinkCounts } from "./srt-link.ts";

/** The limits of one caller; times in ms. */
export interface SrtLimits {
  /** Maximum time between the caller's conclusion and its acceptance. */
  setupMs: number;
  /** Maximum time without a packet, which libsrt sends at least once per second. */
  silentMs: number;
  /** Maximum time without media. */
  idleMs: number;
  /** Maximum time for which the last message may take to be processed. */
  flushMs: number;
  /** Maximum number of publishers. In addition, half as many callers may wait; the oldest one makes room for the next. */
  connections: number;
  /** Maximum number of waiting callers from one network. */
  waitingPerAddress: number;
}

export interface SrtServerOptions {
  host: string;
  /** The UDP port; 0 picks a free one. */
  port: number;
  limits?: Partial<SrtLimits>;
  /** The publishers of all servers. A new publisher replaces the current one with the same key. */
  publishers: Publishers;
  /** Finds the encryption key of a publication; undefined if there is none. The key must never be logged. */
  findKey(id: string, signal: AbortSignal): Promise<string | undefined>;
  /** Called once the caller has proven that it has the key, but before the caller is accepted. */
  admit(request: { key: string }, signal: AbortSignal): Promise<LiveAdmission>;
  /** Starts a process that reads MPEG-TS and writes FLV to its first pipe. H.264 video is copied. */
  startRemuxer(options: { isH264: boolean }): LiveProcess;
  /** Called when a connection has failed or a caller was rejected, so that this can be logged. */
  onFault?(fault: { address: string; reason: EndReason; detail: string }): void;
  /** Called when an accepted connection has ended. */
  onEnded?(counts: LinkCounts): void;
}

export interface SrtServer {
  readonly port: number;
  /** The current number of callers. */
  readonly connections: number;
  /** Ends all publishers and stops listening. */
  close(): Promise<void>;
}
