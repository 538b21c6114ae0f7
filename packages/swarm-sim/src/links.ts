import type { Clock } from "./clock.ts";
import type { UploadPace } from "./upload-pace.ts";

/**
 * The payload share of a full packet. Of the 1,270 bytes that Chromium's data channels send on an Ethernet, 1,163 are payload (the
 * rest is 14 of Ethernet, 20 of IP, 8 of UDP, 37 of DTLS 1.2 with AES-GCM, 28 of SCTP and its DATA chunk).
 */
export const CHANNEL_PAYLOAD_SHARE = 1_163 / 1_270;
/**
 * The share of acknowledgements: a SACK of 92 bytes for two full packets (RFC 9260, 6.2) and the swarm's own acknowledgement. In
 * Chromium, it is 5.2–5.7 %.
 */
export const CHANNEL_ACK_SHARE = 0.05;
/** The share of TCP acknowledgements: an ACK of 66 bytes for two segments of 1,514 (RFC 9293, 3.8.6.3). */
export const TCP_ACK_SHARE = 0.022;
/** The maximum share of a line for acknowledgements, which are sent between data. */
const MAX_ACK_SHARE = 0.75;
/** The change in the rate of acknowledgements, as a share, at which the flows of a line are recalculated. */
const MIN_ACK_CHANGE = 0.02;

/** One direction of a viewer's access line. The flows of the line share evenly what acknowledgements leave. */
export interface AccessLink {
  bytesPerMs: number;
  flows: Set<Flow>;
  /** The flows whose receiver acknowledges over this line. */
  acknowledged: Set<Flow>;
  ackBytesPerMs: number;
  knownAckBytesPerMs: number;
  /** The total bytes of flows that have ended. */
  carriedBytes: number;
}

export const createLine = (kbps: number): AccessLink => ({
  bytesPerMs: kbps / 8,
  flows: new Set(),
  acknowledged: new Set(),

  ackBytesPerMs: 0,
  knownAckBytesPerMs: 0,
  carriedBytes: 0,
});

/** The limits that a flow has in addition to those of its two lines. */
export interface FlowLimits {
  /** The line over which the flow's receiver acknowledges. */
  ackLine: AccessLink;
  /** The share of received data that the viewer sends as acknowledgements. */
  ackShare: number;
  pace?: UploadPace;
}

/** A transfer over a sender's line and a receiver's line. Its rate is the smaller of its shares of both lines. */
export class Flow {
  readonly #clock: Clock;
  readonly #lines: readonly AccessLink[];
  readonly #onEnd: () => void;
  readonly #limits: FlowLimits | undefined;
  #sent = 0;
  #size: number;
  #bytesPerMs = 0;
  #sinceMs: number;
  #version = 0;
  isEnded = false;

  constructor(
    clock: Clock,
    lines: readonly AccessLink[],
    sizeBytes: number,
    onEnd: () => void,
    limits?: FlowLimits,
  ) {
    this.#clock = clock;
    this.#limits = limits;
    this.#lines = lines;
    this.#size = sizeBytes;
    this.#onEnd = onEnd;
    this.#sinceMs = clock.nowMs;
    for (const line of lines) line.flows.add(this);
    limits?.ackLine.acknowledged.add(this);
    limits?.pace?.add(this);
    redistributeLine(lines);
  }

  /** Returns the bytes that have arrived so far. */
  sentBytes(): number {
    if (this.isEnded) return Math.floor(this.#sent);
    return Math.floor(
      Math.min(this.#size, this.#sent + (this.#clock.nowMs - this.#sinceMs) * this.#bytesPerMs),
    );
  }

  /** Stops sending after this many bytes, or immediately if as many have already been sent. */
  trim(sizeBytes: number): void {
    if (this.isEnded) return;
    this.#settle();
    this.#size = Math.max(this.#sent, Math.min(this.#size, sizeBytes));
    this.#schedule();
  }

  /** Ends the flow without a notification. */
  stop(): void {
    if (this.isEnded) return;
    this.#settle();
    this.#leave();
  }

  /** Recalculates the rate after the number of flows on the lines has changed. */
  retime(): void {
    const rate = Math.min(
      ...this.#lines.map((line) => freeBytesPerMs(line) / line.flows.size),
      this.#mostAcked(),
      this.#limits?.pace?.mostBytesPerMs ?? Number.POSITIVE_INFINITY,
    );
    if (rate === this.#bytesPerMs) return;
    this.#settle();
    this.#setRate(rate);
    this.#schedule();
  }

  /** Returns the maximum rate that the receiver can acknowledge. */
  #mostAcked(): number {
    if (!this.#limits) return Number.POSITIVE_INFINITY;
    const { ackLine, ackShare } = this.#limits;
    return (ackLine.bytesPerMs * MAX_ACK_SHARE) / ackShare / ackLine.acknowledged.size;
  }

  #setRate(bytesPerMs: number): void {
    const change = bytesPerMs - this.#bytesPerMs;
    this.#bytesPerMs = bytesPerMs;
    if (!this.#limits) return;
    const { ackLine, ackShare, pace } = this.#limits;
    pace?.changed(change);
    ackLine.ackBytesPerMs += change * ackShare;
    const drift = Math.abs(ackLine.ackBytesPerMs - ackLine.knownAckBytesPerMs);
    if (drift < ackLine.bytesPerMs * MIN_ACK_CHANGE) return;
    ackLine.knownAckBytesPerMs = ackLine.ackBytesPerMs;
    redistributeLine([ackLine]);
  }

  #settle(): void {
    const { nowMs } = this.#clock;
    this.#sent = Math.min(this.#size, this.#sent + (nowMs - this.#sinceMs) * this.#bytesPerMs);
    this.#sinceMs = nowMs;
  }

  #schedule(): void {
    this.#version += 1;
    const version = this.#version;
    this.#clock.after((this.#size - this.#sent) / this.#bytesPerMs, () => {
      if (version !== this.#version || this.isEnded) return;
      this.#sent = this.#size;
      this.#leave();
      this.#onEnd();
    });
  }

  #leave(): void {
    this.isEnded = true;
    for (const line of this.#lines) {
      line.flows.delete(this);
      line.carriedBytes += this.#sent;
    }
    this.#limits?.ackLine.acknowledged.delete(this);
    this.#setRate(0);
    this.#limits?.pace?.remove(this);
    redistributeLine(this.#lines);
  }
}

const freeBytesPerMs = ({ bytesPerMs, knownAckBytesPerMs }: AccessLink): number =>
  Math.max(bytesPerMs - knownAckBytesPerMs, bytesPerMs * (1 - MAX_ACK_SHARE));

function redistributeLine(lines: readonly AccessLink[]): void {
  for (const line of lines) for (const flow of line.flows) flow.retime();
}
