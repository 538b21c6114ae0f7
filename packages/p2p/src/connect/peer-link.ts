import { decodeFrame, encodeFrame, type Frame, type PeerFrame, type Signal } from "../protocol/index.ts";
import { SendWindow } from "./send-window.ts";

const OPEN_TIMEOUT_MS = 12_000;
/** The time without an acknowledgement after which a peer is given up. */
const ACKNOWLEDGE_TIMEOUT_MS = 4_000;
/**
 * The minimum number of bytes per acknowledgement, which is every second of the smaller chunks. On a slow line, acknowledgements
 * must take little of the viewer's upstream.
 */
const ACKNOWLEDGE_MIN_BYTES = 4_096;
/** The maximum number of candidates that may arrive early. No connection has as many. */
const MAX_EARLY_CANDIDATES = 50;

/** An ICE server, as a play session lists it. */
export interface IceServer {
  urls: string[];
  username?: string | undefined;
  credential?: string | undefined;
}

export interface PeerLinkOptions {
  iceServers: readonly IceServer[];
  onSignal(signal: Signal): void;
  onOpen(): void;
  onFrame(frame: PeerFrame): void;
  /** Called once. Afterwards, the link cannot be used any more. */
  onClose(): void;
}

export interface PeerLink {
  /** The underlying connection. It is exposed for inspection only. */
  readonly connection: RTCPeerConnection;
  /** Offers a channel; the other side waits for the offer. */
  call(): void;
  handleSignal(signal: Signal): void;
  send(frame: Frame): boolean;
  /** Limits the bytes in flight by their measured rate. */
  readonly window: SendWindow;
  /** Resolves when more may be sent. Resolves to false if the link is closed, or if the peer has acknowledged nothing for seconds. */
  whenWritable(): Promise<boolean>;
  close(): void;
}

/** Opens a data channel to one peer. Never throws: any failure closes the channel. */
export function openPeerLink(options: PeerLinkOptions): PeerLink {
  return new RtcLink(options);
}

class RtcLink implements PeerLink {
  readonly connection: RTCPeerConnection;
  readonly window = new SendWindow();
  /** The transfers that wait until they may send. */
  readonly #writers = new Set<() => void>();
  /** The bytes of all received chunks, and those of them that have not been acknowledged to the peer. */
  #ackedBytes = 0;
  #unackedBytes = 0;
  readonly #channel: RTCDataChannel;
  readonly #options: PeerLinkOptions;
  readonly #timer: ReturnType<typeof setTimeout>;
  #isClosed = false;
  /** The candidates that arrived before their description. */
  readonly #early: RTCIceCandidateInit[] = [];

  constructor(options: PeerLinkOptions) {
    this.#options = options;
    this.connection = new RTCPeerConnection({ iceServers: options.iceServers as RTCIceServer[] });
    this.#channel = this.connection.createDataChannel("shoal", { negotiated: true, id: 0, ordered: true });
    this.#channel.binaryType = "arraybuffer";
    this.#timer = setTimeout(() => this.close(), OPEN_TIMEOUT_MS);
    this.#listen();
  }

  call(): void {
    this.#describe("offer").catch(() => this.close());
  }

  handleSignal(signal: Signal): void {
    if (!this.#isClosed) this.#handleSignal(signal).catch(() => this.close());
  }

  send(frame: Frame): boolean {
    if (this.#channel.readyState !== "open") return false;
    try {
      this.#channel.send(encodeFrame(frame));
      if (frame.type === "chunk") this.window.sent(frame.payload.length, performance.now());
      return true;
    } catch {
      this.close();
      return false;
    }
  }

  async whenWritable(): Promise<boolean> {
    // If several writers wait, the first one may fill the window again.
    while (!this.#isClosed && !this.window.isOpen) if (!(await this.#waitForAcknowledgement())) return false;
    return !this.#isClosed;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#wakeWriters();
    this.#channel.close();
    this.connection.close();
    this.#options.onClose();
  }

  #listen(): void {
    const { connection } = this;
    const channel = this.#channel;
    const { onSignal, onOpen, onFrame } = this.#options;
    connection.onicecandidate = ({ candidate: found }) => {
      if (!found?.candidate) return;
      const { candidate, sdpMid, sdpMLineIndex } = found;
      onSignal({ kind: "candidate", candidate, sdpMid, sdpMLineIndex });
    };
    connection.onconnectionstatechange = () => {
      if (connection.connectionState === "failed" || connection.connectionState === "closed") this.close();
    };
    channel.onopen = () => {
      clearTimeout(this.#timer);
      onOpen();
    };
    channel.onclose = () => this.close();
    channel.onmessage = (event: MessageEvent<unknown>) => {
      const frame = event.data instanceof ArrayBuffer ? decodeFrame(new Uint8Array(event.data)) : undefined;
      if (!frame) return this.close();
      if (frame.type === "taken") return this.#widen(frame.bytes);
      if (frame.type === "chunk") this.#acknowledge(frame.payload.length);
      onFrame(frame);
    };
  }

  /** Handles an acknowledgement. @param bytes the bytes that the peer has received, as a 32-bit counter. */
  #widen(bytes: number): void {
    const { window } = this;
    window.acknowledge(window.ackedBytes + ((bytes - window.ackedBytes) >>> 0), performance.now());
    if (window.isOpen) this.#wakeWriters();
  }

  /** Waits for an acknowledgement. @returns false when the peer has acknowledged nothing for too long. */
  #waitForAcknowledgement(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#writers.delete(wake);
        resolve(false);
      }, ACKNOWLEDGE_TIMEOUT_MS);
      const wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
      this.#writers.add(wake);
    });
  }

  #wakeWriters(): void {
    for (const wake of this.#writers) wake();
    this.#writers.clear();
  }

  #acknowledge(sizeBytes: number): void {
    this.#ackedBytes += sizeBytes;
    this.#unackedBytes += sizeBytes;
    if (sizeBytes < ACKNOWLEDGE_MIN_BYTES && this.#unackedBytes === sizeBytes) return;
    this.#unackedBytes = 0;
    this.send({ type: "taken", bytes: this.#ackedBytes });
  }

  /** Sends this side's description, as an offer or answer. */
  async #describe(kind: "offer" | "answer"): Promise<void> {
    await this.connection.setLocalDescription();
    const sdp = this.connection.localDescription?.sdp;
    if (sdp) this.#options.onSignal({ kind, sdp });
  }

  async #handleSignal(signal: Signal): Promise<void> {
    const { connection } = this;
    if (signal.kind === "candidate") {
      if (connection.remoteDescription) await connection.addIceCandidate(signal);
      else if (this.#early.length < MAX_EARLY_CANDIDATES) this.#early.push(signal);
      return;
    }
    await connection.setRemoteDescription({ type: signal.kind, sdp: signal.sdp });
    for (const candidate of this.#early.splice(0)) await connection.addIceCandidate(candidate);
    if (signal.kind === "offer") await this.#describe("answer");
  }
}
