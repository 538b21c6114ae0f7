import type { LiveProcess } from "@shoal/media";
import type { EndReason, Publishers } from "@shoal/rtmp";
import type { LiveAdmission } from "../../session/live-sessions.ts";
import type { LinkCounts } from "./srt-link.ts";

/** The limits of one caller. Times in ms. */
export interface SrtLimits {
  /** From the caller's conclusion until it is accepted. */
  setupMs: number;
  /** Without a word: libsrt says one each second. */
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
  /** The UDP port; 0 takes any free one. */
  port: number;
  limits?: Partial<SrtLimits>;
  /** Shared with other servers: the last publisher with a key replaces the one before. */
  publishers: Publishers;
  /** The key of what someone wants to publish, never to be logged; undefined when there is no such thing. */
  findKey(id: string, signal: AbortSignal): Promise<string | undefined>;
  /** Called once the caller has proven that it has the key, and before it is accepted. */
  admit(request: { key: string }, signal: AbortSignal): Promise<LiveAdmission>;
  /** Begins to read MPEG-TS, whose pictures are copied where they are H.264. It writes FLV to its first pipe. */
  startRemuxer(options: { isH264: boolean }): LiveProcess;
  /** Something went wrong with a connection, or someone was refused: for the log. */
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
