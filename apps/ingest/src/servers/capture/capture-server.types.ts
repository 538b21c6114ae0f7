import type { LiveProcess } from "@shoal/media";
import type { EndReason, Publishers } from "@shoal/rtmp";
import type { LiveAdmission } from "../../session/live-sessions.ts";

/** The limits of one connection. Times in ms. */
export interface CaptureLimits {
  /** From the connection until its first message. */
  beginMs: number;
  /** Without a slice, were it an empty one. */
  idleMs: number;
  /** The last message is read by then. */
  flushMs: number;
  /**
   * Maximum number of publishers. Half as many more may wait; the oldest of those makes room for the next.
   */
  connections: number;
  /** From one network, of connections that do not publish yet. */
  waitingPerAddress: number;
}

export interface CaptureServerOptions {
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** The origins of the pages that may send. */
  origin: string;
  limits?: Partial<CaptureLimits>;
  /** Whether connections from this address come through a proxy and begin with the PROXY protocol. None do by default. */
  isProxy?(address: string): boolean;
  /** Addresses or CIDRs of HTTP proxies whose X-Forwarded-For is believed. */
  trustedProxies?: readonly string[];
  /** Shared with other servers: a new publisher replaces the current one with the same key. */
  publishers: Publishers;
  /** Called before any part of a recording is accepted. */
  admit(request: { key: string }, signal: AbortSignal): Promise<LiveAdmission>;
  /** Starts reading a recording; H.264 video is copied. Writes FLV to its first pipe. */
  startRemuxer(options: { isH264: boolean }): LiveProcess;
  /** For the log: a connection failed. */
  onFault?(fault: { address: string; reason: EndReason; detail: string }): void;
}

/** The destination of a connection's slices. */
export interface CaptureIntake {
  /** Resolves at the end of the recording; rejects if it is unreadable or cannot be passed on. */
  readonly ended: Promise<void>;
  /** @returns a promise to await before writing more; undefined if there is room. */
  write(slice: Buffer): Promise<unknown> | undefined;
  /** The browser sends nothing more: its remaining data still arrives. */
  end(): void;
  /** Ends it immediately. Resolves once the live knows that the publisher has left; never rejects. */
  leave(reason: EndReason): Promise<void>;
}

export interface CaptureServer {
  readonly port: number;
  /** The number of open connections. */
  readonly connections: number;
  /** Ends all recordings and stops listening. */
  close(): Promise<void>;
}
