import type { LiveProcess } from "@shoal/media";
import type { EndReason, Publishers } from "@shoal/rtmp";
import type { LiveAdmission } from "../../session/live-sessions.ts";

/** The limits of one connection. Times in ms. */
export interface CaptureLimits {
  /** From its beginning until it was said what is published. */
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
  /** Shared with other servers: the last publisher with a key replaces the one before. */
  publishers: Publishers;
  /** Asked before anything of a recording is taken. */
  admit(request: { key: string }, signal: AbortSignal): Promise<LiveAdmission>;
  /** Begins to read a recording, whose pictures are copied where they are H.264. It writes FLV to its first pipe. */
  startRemuxer(options: { isH264: boolean }): LiveProcess;
  /** Something went wrong with a connection: for the log. */
  onFault?(fault: { address: string; reason: EndReason; detail: string }): void;
}

/** The destination of a connection's slices. */
export interface CaptureIntake {
  /** Resolves when nothing more of it comes; rejects when it cannot be read, or not be handed on. */
  readonly ended: Promise<void>;
  /** @returns what to wait for before more is written; undefined when there is room. */
  write(slice: Buffer): Promise<unknown> | undefined;
  /** The browser sends nothing more: its remaining data still arrives. */
  end(): void;
  /** Ends it at once. Resolves when the live knows that the publisher has gone; never rejects. */
  leave(reason: EndReason): Promise<void>;
}

export interface CaptureServer {
  readonly port: number;
  /** Connections now. */
  readonly connections: number;
  /** Ends all recordings and stops listening. */
  close(): Promise<void>;
}
