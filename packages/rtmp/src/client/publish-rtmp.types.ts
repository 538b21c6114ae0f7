import type { Socket } from "node:net";
import type { MediaMessage } from "../media/media-message.ts";
import type { RtmpFaultCode } from "../protocol/fault.ts";
import type { RtmpAddress } from "./rtmp-address.ts";
import type { QueueLimits } from "./send-queue.ts";

/**
 * Why the publication ended:
 * - `closed`: its owner closed it. `not_connected`: there was no connection, or the server is not an RTMP server.
 * - `refused`: the server rejected the key, or reported an error. `disconnected`: it disconnected later.
 * - `too_late`: it did not accept the publication in time. `too_slow`: it accepted nothing for too long.
 * - others: protocol violations by the server.
 */
export type PublicationEndReason =
  | "closed"
  | "not_connected"
  | "refused"
  | "disconnected"
  | "too_slow"
  | RtmpFaultCode;

export interface PublicationEnd {
  reason: PublicationEndReason;
  /** The error, if there was one. It never contains the key. */
  error?: unknown;
}

export interface PublicationLimits extends QueueLimits {
  /** Maximum time from the first message until the server has accepted the publication. */
  setupMs: number;
  /** Maximum time for which waiting messages make no progress. */
  stallMs: number;
}

export interface PublicationOptions {
  address: RtmpAddress;
  /** The stream key, which must never be logged. */
  key: string;
  /** Opens the connection, with TLS if required. Rejects on failure, and on abort. */
  connect(signal: AbortSignal): Promise<Socket>;
  limits?: Partial<PublicationLimits>;
  /** Called when the server accepts media. */
  onStart(): void;
}

/** A publication over one connection to a server. */
export interface Publication {
  /** The media bytes accepted by the network. */
  readonly sentBytes: number;
  /** The number of messages that were dropped because the server was slow. */
  readonly droppedCount: number;
  /** Resolves when the publication has ended. Never rejects. */
  readonly ended: Promise<PublicationEnd>;
  /** Sends a message without blocking. Messages are dropped until the server accepts media, and after the end. */
  send(message: MediaMessage): void;
  /** Sends the closing messages, and ends. */
  close(): void;
}
