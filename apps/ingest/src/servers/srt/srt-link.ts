import type { MediaKeys } from "./protocol/key-material.ts";
import { CONTROL_TYPES, type ControlPacket, type DataPacket, encodeControl } from "./protocol/packet.ts";
import { type PacketRange, ReceiveWindow } from "./protocol/receive-window.ts";
import { distanceOf } from "./protocol/sequence.ts";

/** The size of the receive window in packets: 10 s at 8 Mbps, or 12 MB. Packets beyond the window are not requested. */
export const WINDOW_PACKETS = 8_192;
const ACK_INTERVAL_MS = 10;
/**
 * The maximum time counted between two checks, in ms. A longer gap means that this process was not running and could not read
 * packets.
 */
const MAX_CHECK_GAP_MS = 50;
/** The interval of keep-alives. A peer disconnects after five seconds without a packet. */
const KEEP_ALIVE_INTERVAL_MS = 1_000;
/** The round-trip time that is assumed before the first measurement, as in libsrt. */
const INITIAL_RTT_MS = 100;
const INITIAL_RTT_SPREAD_MS = 50;
/** The shortest interval at which the same loss is reported again; otherwise the round trip time. */
const MIN_NAK_INTERVAL_MS = 20;
/** The maximum number of ranges in one report, which must fit a packet of 1,456 bytes. */
const MAX_NAK_RANGES = 180;
/** The number of acknowledgements kept for measuring the round trip. */
const ACK_HISTORY_SIZE = 64;
const RANGE_BIT = 0x8000_0000;
/** The subtypes of key messages: a caller's request and our response. */
const KEY_REQUEST = 3;
const KEY_RESPONSE = 4;

export interface SrtLinkOptions {
  /** The caller's socket id. */
  peerSocketId: number;
  initialSequence: number;
  latencyMs: number;
  keys: Pick<MediaKeys, "decrypt" | "install">;
  /** Returns the milliseconds since the connection started. */
  nowMs(): number;
  send(bytes: Buffer): void;
}

/** The packet counts of a connection, as they are reported. */
export interface LinkCounts {
  received: number;
  /** The number of packets that were requested again. */
  lost: number;
  /** The number of packets that were never received. */
  dropped: number;
}

/** Receives the data of an accepted caller, decrypts it and puts it in order, and requests lost packets again. */
export class SrtLink {
  readonly counts: LinkCounts = { received: 0, lost: 0, dropped: 0 };
  readonly #options: SrtLinkOptions;
  readonly #window: ReceiveWindow;
  readonly #ackTimes = new Map<number, number>();
  #rttMs = INITIAL_RTT_MS;
  #rttSpreadMs = INITIAL_RTT_SPREAD_MS;
  #ackNumber = 0;
  #ackedAtMs = 0;
  #isAckOwed = false;
  #isInstallingKeys = false;
  #nakAtMs = 0;
  #sentAtMs = 0;
  #checkedAtMs = 0;
  /** How long packets could be received. This distinguishes a late sender from a receiver that was not running. */
  #listenedMs = 0;

  constructor(options: SrtLinkOptions) {
    this.#options = options;
    this.#window = new ReceiveWindow(options.initialSequence, WINDOW_PACKETS);
  }

  /** Returns the media received in order since the last call. */
  drainMedia(): Buffer[] {
    return this.#window.drain();
  }

  handleData({ sequence, keyIndex, isWhole, body }: DataPacket): void {
    // A sender repeats a packet if it has not received the acknowledgement, so another acknowledgement is sent.
    this.#isAckOwed = true;
    if (!isWhole || !this.#window.isWanted(sequence)) return;
    const media = this.#options.keys.decrypt(body, { keyIndex, sequence });
    if (!media) return;
    this.counts.received += 1;
    const lost = this.#window.push(sequence, media, this.#listenedMs);
    if (!lost) return;
    this.counts.lost += countOf(lost);
    this.#requestResend([lost]);
  }

  /** Handles a control packet. @returns false once the caller has ended the connection. */
  async handleControl({ type, subtype, info, body }: ControlPacket): Promise<boolean> {
    switch (type) {
      case CONTROL_TYPES.shutdown:
        return false;
      case CONTROL_TYPES.ackAck:
        this.#measure(info);
        break;
      case CONTROL_TYPES.dropRequest:
        if (body.length >= 8) this.#giveUp([body.readUInt32BE(0), body.readUInt32BE(4)]);
        break;
      case CONTROL_TYPES.user:
        if (subtype === KEY_REQUEST) await this.#handleKeys(body);
        break;
      default:
        // Keep-alives need no response, and neither do the messages of callers that send in both directions.
        break;
    }
    return true;
  }

  /** Sends messages that are due, whether or not packets arrive. Must be called every few milliseconds. */
  tick(): void {
    const nowMs = this.#options.nowMs();
    this.#listenedMs += Math.min(nowMs - this.#checkedAtMs, MAX_CHECK_GAP_MS);
    this.#checkedAtMs = nowMs;
    this.counts.dropped += this.#window.giveUpLate(this.#options.latencyMs, this.#listenedMs);
    if (this.#isAckOwed && nowMs - this.#ackedAtMs >= ACK_INTERVAL_MS) this.#acknowledge(nowMs);
    const patienceMs = Math.max(MIN_NAK_INTERVAL_MS, this.#rttMs + 4 * this.#rttSpreadMs);
    if (nowMs - this.#nakAtMs >= patienceMs) this.#requestResend(this.#window.listLost(MAX_NAK_RANGES));
    if (nowMs - this.#sentAtMs >= KEEP_ALIVE_INTERVAL_MS) this.#send({ type: CONTROL_TYPES.keepAlive });
  }

  /** Makes the caller stop sending. */
  close(): void {
    this.#send({ type: CONTROL_TYPES.shutdown });
  }

  /** Handles key messages one at a time, because each costs a millisecond and callers repeat them until they receive a response. */
  async #handleKeys(message: Buffer): Promise<void> {
    if (this.#isInstallingKeys) return;
    this.#isInstallingKeys = true;
    const isInstalled = await this.#options.keys.install(message);
    this.#isInstallingKeys = false;
    if (isInstalled) this.#send({ type: CONTROL_TYPES.user, subtype: KEY_RESPONSE, body: message });
  }

  #giveUp(range: PacketRange): void {
    this.counts.dropped += this.#window.giveUp(range);
    this.#isAckOwed = true;
  }

  #acknowledge(nowMs: number): void {
    this.#isAckOwed = false;
    this.#ackedAtMs = nowMs;
    this.#ackNumber += 1;
    this.#ackTimes.set(this.#ackNumber, nowMs);
    this.#ackTimes.delete(this.#ackNumber - ACK_HISTORY_SIZE);
    const body = Buffer.alloc(16);
    body.writeUInt32BE(this.#window.next, 0);
    body.writeUInt32BE(Math.round(this.#rttMs * 1_000), 4);
    body.writeUInt32BE(Math.round(this.#rttSpreadMs * 1_000), 8);
    // A window of zero would stop the caller permanently.
    body.writeUInt32BE(Math.max(2, this.#window.room), 12);
    this.#send({ type: CONTROL_TYPES.ack, info: this.#ackNumber, body });
  }

  #measure(ackNumber: number): void {
    const sentAtMs = this.#ackTimes.get(ackNumber);
    if (sentAtMs === undefined) return;
    this.#ackTimes.delete(ackNumber);
    const rttMs = this.#options.nowMs() - sentAtMs;
    this.#rttSpreadMs += (Math.abs(rttMs - this.#rttMs) - this.#rttSpreadMs) / 4;
    this.#rttMs += (rttMs - this.#rttMs) / 8;
  }

  #requestResend(ranges: PacketRange[]): void {
    if (ranges.length === 0) return;
    this.#nakAtMs = this.#options.nowMs();
    const words = ranges.flatMap(([first, last]) =>
      first === last ? [first] : [(first | RANGE_BIT) >>> 0, last],
    );
    const body = Buffer.alloc(4 * words.length);
    for (const [place, word] of words.entries()) body.writeUInt32BE(word, 4 * place);
    this.#send({ type: CONTROL_TYPES.nak, body });
  }

  #send(packet: { type: number; subtype?: number; info?: number; body?: Buffer }): void {
    const timeMs = this.#options.nowMs();
    this.#sentAtMs = timeMs;
    this.#options.send(encodeControl({ ...packet, socketId: this.#options.peerSocketId, timeMs }));
  }
}

const countOf = ([first, last]: PacketRange) => distanceOf(last, first) + 1;
