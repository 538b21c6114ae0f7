import type { LiveProcess } from "@shoal/media";
import type { EndReason, Publishers } from "@shoal/rtmp";
import type { LiveAdmission } from "../../session/live-sessions.ts";

/** The limits of one connection; times in ms. */
export interface CaptureLimits {
  /** Maximum time from the connection until its first message. */
  beginMs: number;
  /** Maximum time without a slice, which may be empty. */
  idleMs: number;
  /** Maximum time for which the last message may take to be processed. */
  flushMs: number;
  /** Maximum number of publishers. In addition, half as many connections may wait; the oldest one makes room for the next. */
  connections: number;
  /** Maximum number of waiting connections from one network. */
  waitingPerAddress: number;
}

export interface CaptureServerOptions {
  host: string;
  /** The TCP port; 0 picks a free one. */
  port: number;
  /** The origin of the pages that may publish. */
  origin: string;
  limits?: Partial<CaptureLimits>;
  /**
   * Whether connections from this address come through a proxy and begin with a header of the PROXY protocol. By default no
   * connection does.
   */
  isProxy?(address: string): boolean;
  /** Addresses or CIDRs of HTTP proxies whose X-Forwarded-For is trusted. */
  trustedProxies?: readonly string[];
  /** The publishers of all servers. A new publisher replaces the current one with the same key. */
  publishers: Publishers;
  /** Called before any part of a recording is accepted. */
  admit(request: { key: string }, signal: AbortSignal): Promise<LiveAdmission>;
  /** Starts a process that reads a recording and writes FLV to its first pipe. H.264 video is copied. */
  startRemuxer(options: { isH264: boolean }): LiveProcess;
  /** Called when a connection has failed, so that the failure can be logged. */
  onFault?(fault: { address: string; reason: EndReason; detail: string }): void;
}

/** Where a connection's slices are written. */
export interface CaptureIntake {
  /** Resolves at the end of the recording. Rejects if the recording is unreadable or cannot be passed on. */
  readonly ended: Promise<void>;
  /**
   * Writes a slice.
   * @returns a promise to await before writing more; undefined if there is room.
   */
  write(slice: Buffer): Promise<unknown> | undefined;
  /** Ends the input once the browser has sent its last slice. Remaining data is still processed. */
  end(): void;
  /** Ends the input immediately. Resolves once the live has registered the publisher's departure, and never rejects. */
  leave(reason: EndReason): Promise<void>;
}

export interface CaptureServer {
  readonly port: number;
  /** The number of open connections. */
  readonly connections: number;
  /** Ends all recordings and stops listening. */
  close(): Promise<void>;
}
