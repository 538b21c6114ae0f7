import type { DirectIceServer, DirectSignal } from "@shoal/contract/player";
import { LinkMonitor, linkStatsOf } from "./link-stats.ts";

const STATS_INTERVAL_MS = 250;
/** Maximum number of candidates that are kept; the publishing page sends far fewer. */
const MAX_CANDIDATES = 100;

export interface DirectLinkOptions {
  iceServers: DirectIceServer[];
  /** Sends a signal to the publisher. */
  send(signal: DirectSignal): void;
  onStream(stream: MediaStream): void;
  /** Called when the link has failed and its creator must close it. */
  onLost(): void;
  makeConnection?(configuration: RTCConfiguration): RTCPeerConnection;
}

/** Properties of a receiver that are not standardised, or that only recent browsers have. */
type BufferingReceiver = RTCRtpReceiver & { jitterBufferTarget?: number | null; playoutDelayHint?: number };

/** The connection between one viewer and the publishing page. The page sends the offer, and the viewer the answer. */
export class DirectLink {
  readonly #options: DirectLinkOptions;
  readonly #connection: RTCPeerConnection;
  readonly #watch = new LinkMonitor(performance.now());
  readonly #timer: ReturnType<typeof setInterval>;
  /** The candidates that arrived before the offer was applied. */
  #candidates: RTCIceCandidateInit[] = [];
  #offeredBy: string | undefined;
  #hasStream = false;
  #isClosed = false;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: DirectLinkOptions) {
    this.#options = options;
    const { iceServers, makeConnection = (configuration) => new RTCPeerConnection(configuration) } = options;
    const connection = makeConnection({ iceServers: iceServers as RTCIceServer[] });
    this.#connection = connection;
    connection.onicecandidate = ({ candidate }) => {
      if (candidate && !this.#isClosed) options.send(signalOf(candidate));
    };
    connection.onconnectionstatechange = () => {
      if (connection.connectionState === "failed") this.#handleLoss();
    };
    this.#timer = setInterval(() => void this.#read(), STATS_INTERVAL_MS);
  }

  get watch(): LinkMonitor {
    return this.#watch;
  }

  /**
   * Whether an offer continues this link. A publisher renegotiates changes in the same session, while a reloaded or different
   * publisher needs a new link.
   */
  acceptsOffer(sdp: string): boolean {
    return this.#offeredBy === undefined || this.#offeredBy === sessionIdOf(sdp);
  }

  /** Applies the publisher's signals in order of arrival. */
  handle(signal: DirectSignal): void {
    if (signal.kind === "offer") this.#offeredBy = sessionIdOf(signal.sdp);
    this.#turn = this.#turn.then(() => this.#handle(signal)).catch(() => this.#handleLoss());
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#connection.close();
  }

  async #handle(signal: DirectSignal): Promise<void> {
    if (this.#isClosed) return;
    if (signal.kind === "offer") await this.#answer(signal.sdp);
    else if (signal.kind === "candidate") await this.#addCandidate(signal);
  }

  async #answer(sdp: string): Promise<void> {
    const connection = this.#connection;
    await connection.setRemoteDescription({ type: "offer", sdp });
    for (const candidate of this.#candidates.splice(0)) await connection.addIceCandidate(candidate);
    minimizeJitterBuffer(connection);
    await connection.setLocalDescription();
    if (this.#isClosed) return;
    this.#options.send({ kind: "answer", sdp: connection.localDescription?.sdp ?? "" });
    this.#show();
  }

  async #addCandidate({ candidate, sdpMid, sdpMLineIndex }: DirectSignal & { kind: "candidate" }) {
    const described = { candidate, sdpMid, sdpMLineIndex };
    if (this.#connection.remoteDescription) await this.#connection.addIceCandidate(described);
    else if (this.#candidates.length < MAX_CANDIDATES) this.#candidates.push(described);
  }

  #show(): void {
    const tracks = this.#connection.getReceivers().map(({ track }) => track);
    if (this.#hasStream || !tracks.some(({ kind }) => kind === "video")) return;
    this.#hasStream = true;
    this.#options.onStream(new MediaStream(tracks));
  }

  async #read(): Promise<void> {
    const report = await this.#connection.getStats().catch(() => undefined);
    if (this.#isClosed) return;
    const reading = report ? linkStatsOf(report) : this.#watch.reading;
    if (this.#watch.record(reading, performance.now())) this.#handleLoss();
  }

  #handleLoss(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#options.onLost();
  }
}

/** Sets the smallest buffer that the browser allows, so that frames are shown as soon as they arrive. */
function minimizeJitterBuffer(connection: RTCPeerConnection): void {
  for (const receiver of connection.getReceivers() as BufferingReceiver[]) {
    if ("jitterBufferTarget" in receiver) receiver.jitterBufferTarget = 0;
    if ("playoutDelayHint" in receiver) receiver.playoutDelayHint = 0;
  }
}

/** Returns the session id of an SDP's origin line, which is unique per `RTCPeerConnection`. */
export const sessionIdOf = (sdp: string): string | undefined => /^o=\S+ (\d+)/m.exec(sdp)?.[1];

const signalOf = ({ candidate, sdpMid, sdpMLineIndex }: RTCIceCandidate): DirectSignal => ({
  kind: "candidate",
  candidate,
  sdpMid,
  sdpMLineIndex,
});
