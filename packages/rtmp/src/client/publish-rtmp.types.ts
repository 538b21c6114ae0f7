import type { Socket } from "node:net";
import type { MediaMessage } from "../media/media-message.ts";
import type { RtmpFaultCode } from "../protocol/fault.ts";
import type { RtmpAddress } from "./rtmp-address.ts";
import type { QueueLimits } from "./send-queue.ts";

/**
 * Why nothing more is sent:
 * - `closed`: its owner wanted that. `not_connected`: no connection, or none that speaks RTMP.
 * - `refused`: the server let nobody in with this key, or said an error. `disconnected`: it went away later.
 * - `too_late`: it did not take the publisher in time. `too_slow`: it took nothing for too long.
 * - others: what it said that the protocol does not allow.
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
  /** The error, if any; without the key. */
  error?: unknown;
}

export interface PublicationLimits extends QueueLimits {
  /** From the first word until the server has taken the publisher. */
  setupMs: number;
  /** While something waits and nothing of it goes out. */
  stallMs: number;
}

export interface PublicationOptions {
  address: RtmpAddress;
  /** Never to be logged. */
  key: string;
  /** Opens the connection, secured where that is wanted. Rejects when there is none, and when nobody waits any more. */
  connect(signal: AbortSignal): Promise<Socket>;
  limits?: Partial<PublicationLimits>;
  /** The server takes media from here on. */
  onStart(): void;
}

/** A connection of which we are the publisher. */
export interface Publication {
  /** The media bytes accepted by the network. */
  readonly sentBytes: number;
  /** Messages that a slow server never got. */
  readonly droppedCount: number;
  /** Resolves last; never rejects. */
  readonly ended: Promise<PublicationEnd>;
  /** Waits for nothing. What comes before the server takes media, and after the end, is passed over. */
  send(message: MediaMessage): void;
  /** Says goodbye, and ends. */
  close(): void;
}
