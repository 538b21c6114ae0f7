import type { DirectIceServer, DirectSignal } from "@shoal/contract/player";
import type {
  CapturedStream,
  MakePeerConnection,
  PeerConnectionLike,
  RtpSenderLike,
} from "./direct.types.ts";

const TRACK_KINDS = ["video", "audio"] as const;
type TrackKind = (typeof TRACK_KINDS)[number];

/** The property that browsers preserve on a slow connection: the frame rate of a camera, and the resolution of a screen with text. */
const DEGRADATION_PREFERENCES = { camera: "maintain-framerate", screen: "maintain-resolution" } as const;
const CONTENT_HINTS = { camera: "motion", screen: "detail" } as const;

export interface ViewerLinkOptions extends CapturedStream {
  iceServers: DirectIceServer[];
  maxKbps: number;
  makeConnection: MakePeerConnection;
  send: (signal: DirectSignal) => void;
  /** Called when the link connects or disconnects; `isOver` means that the link cannot be used again. */
  onChange: () => void;
}

/**
 * The connection to one viewer, to whom this page offers the captured stream. Independent of React; only its constructor throws.
 * @throws when the browser rejects all ICE servers, or has no WebRTC.
 */
export class ViewerLink {
  readonly #options: ViewerLinkOptions;
  readonly #connection: PeerConnectionLike;
  readonly #senders: Record<TrackKind, RtpSenderLike>;
  /** The candidates that arrived before the viewer's description; undefined once the description has arrived. */
  #early: RTCIceCandidateInit[] | undefined = [];
  #maxKbps: number;
  #filmed: CapturedStream;
  #isOver = false;
  /** Runs changes of descriptions and parameters one after another, so that they do not interfere. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(options: ViewerLinkOptions) {
    const { iceServers, makeConnection, stream, kind } = options;
    this.#options = options;
    this.#maxKbps = options.maxKbps;
    this.#filmed = { stream, kind };
    this.#connection = makeConnection({ iceServers: iceServers as RTCIceServer[] });
    this.#senders = { video: this.#addSender("video"), audio: this.#addSender("audio") };
    this.#connection.onicecandidate = ({ candidate }) => candidate && this.#sendCandidate(candidate);
    this.#connection.onconnectionstatechange = () => this.#onStateChange();
    this.#tune();
    this.#do(() => this.#offer());
  }

  get isConnected(): boolean {
    return !this.#isOver && this.#connection.connectionState === "connected";
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Handles a message of the viewer. */
  handleSignal(signal: DirectSignal): void {
    if (signal.kind === "answer") this.#do(() => this.#acceptAnswer(signal.sdp));
    else if (signal.kind === "candidate") {
      const { kind: _, ...candidate } = signal;
      this.#do(() => this.#add(candidate));
    }
  }

  /** Sets the bandwidth limit for this viewer. */
  limit(maxKbps: number): void {
    this.#maxKbps = maxKbps;
    this.#tune();
  }

  /** Switches to another camera or screen. */
  replace(filmed: CapturedStream): void {
    this.#filmed = filmed;
    for (const kind of TRACK_KINDS) {
      const track = findTrack(filmed, kind) ?? null;
      this.#do(() => this.#senders[kind].replaceTrack(track).catch(() => undefined));
    }
    this.#tune();
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    Object.assign(this.#connection, { onicecandidate: null, onconnectionstatechange: null });
    this.#connection.close();
  }

  /** Adds a sender, even without a track, because the stream may get audio later, with another camera. */
  #addSender(kind: TrackKind): RtpSenderLike {
    const init: RTCRtpTransceiverInit = { direction: "sendonly", streams: [this.#filmed.stream] };
    return this.#connection.addTransceiver(findTrack(this.#filmed, kind) ?? kind, init).sender;
  }

  async #offer(): Promise<void> {
    await this.#connection.setLocalDescription();
    const sdp = this.#connection.localDescription?.sdp;
    if (sdp) this.#options.send({ kind: "offer", sdp });
  }

  async #acceptAnswer(sdp: string): Promise<void> {
    await this.#connection.setRemoteDescription({ type: "answer", sdp });
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const candidate of early) await this.#add(candidate);
  }

  /** Adds a candidate. An unusable candidate does not prevent the use of others. */
  async #add(candidate: RTCIceCandidateInit): Promise<void> {
    if (this.#early) this.#early.push(candidate);
    else await this.#connection.addIceCandidate(candidate).catch(() => undefined);
  }

  #sendCandidate({ candidate, sdpMid, sdpMLineIndex }: RTCIceCandidate): void {
    this.#options.send({ kind: "candidate", candidate, sdpMid, sdpMLineIndex });
  }

  #tune(): void {
    const [track] = this.#filmed.stream.getVideoTracks();
    if (track) track.contentHint = CONTENT_HINTS[this.#filmed.kind];
    // Ignores the error of browsers that do not support these parameters.
    this.#do(() => this.#setParameters().catch(() => undefined));
  }

  async #setParameters(): Promise<void> {
    const { video } = this.#senders;
    const parameters = video.getParameters();
    for (const encoding of parameters.encodings) encoding.maxBitrate = this.#maxKbps * 1_000;
    await video.setParameters({
      ...parameters,

      degradationPreference: DEGRADATION_PREFERENCES[this.#filmed.kind],
    });
  }

  #onStateChange(): void {
    const { connectionState } = this.#connection;
    if (connectionState === "failed" || connectionState === "closed") this.close();
    this.#options.onChange();
  }

  #do(action: () => Promise<void>): void {
    this.#work = this.#work
      .then(() => (this.#isOver ? undefined : action()))
      .catch(() => {
        this.close();
        this.#options.onChange();
      });
  }
}

const findTrack = ({ stream }: CapturedStream, kind: TrackKind): MediaStreamTrack | undefined =>
  kind === "video" ? stream.getVideoTracks()[0] : stream.getAudioTracks()[0];
