import type { LiveProcess } from "@shoal/media";
import type { EndReason, Publishers } from "@shoal/rtmp";
import type { LiveAdmission } from "../../session/live-sessions.ts";
import type { LinkCounts } from "./srt-link.ts";

/** The limits of one caller. Times in ms. */
export interface SrtLimits {
  /** From the caller's conclusion until it is accepted. */
  setupMs: number;
  /** Maximum silence: libsrt sends at least one packet per second. */
  silentMs: number;
  /** Without media. */
  idleMs: number;
  /** The last message is read by then. */
  flushMs: number;
  /**
   * Maximum number of publishers. Half as many more may wait; the oldest of those makes room for the next.
   */
  connections: number;
  /** From one network, of callers not accepted yet. */
  waitingPerAddress: number;
}

export interface SrtServerOptions {
  host: string;
  /** The UDP port; 0 picks any free one. */
  port: number;
  limits?: Partial<SrtLimits>;
  /** Shared with other servers: a new publisher replaces the current one with the same key. */
  publishers: Publishers;
  /** The encryption key of the requested publication, never to be logged; undefined if it does not exist. */
  findKey(id: string, signal: AbortSignal): Promise<string | undefined>;
  /** Called once the caller has proven that it has the key, and before it is accepted. */
  admit(request: { key: string }, signal: AbortSignal): Promise<LiveAdmission>;
  /** Starts reading MPEG-TS; H.264 video is copied. Writes FLV to its first pipe. */
  startRemuxer(options: { isH264: boolean }): LiveProcess;
  /** For the log: a connection failed, or a caller was refused. */
  onFault?(fault: { address: string; reason: EndReason; detail: string }): void;
  /** A connection that was accepted has ended. */
  onEnded?(counts: LinkCounts): void;
}

export interface SrtServer {
  readonly port: number;
  /** Callers now. */
  readonly connections: number;
  /** Ends all publishers and stops listening. */
  close(): Promise<void>;
}
