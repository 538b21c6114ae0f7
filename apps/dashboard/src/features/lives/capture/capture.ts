import { CAPTURE_SLICE_INTERVAL_MS } from "@shoal/contract";
import type {
  CaptureOptions,
  CaptureState,
  MediaSender,
  RecorderLike,
  RecorderOptions,
} from "./capture.types.ts";
import { CaptureConnection, type CaptureSource } from "./capture-line.ts";

/** The longest backlog, in seconds of media. A longer backlog means that the uplink is too slow, and viewers would fall behind. */
const MAX_BACKLOG_SEC = 3;
/** The initial video bit rate, in kbps, as browsers encode 720p at 30 frames per second. It is lowered on a slow connection. */
const INITIAL_VIDEO_KBPS = 3_000;
const MIN_VIDEO_KBPS = 300;
const BITRATE_REDUCTION = 0.6;
const AUDIO_KBPS = 128;

/**
 * Records a stream and sends it until it is stopped. A recorder writes its header only into the first slice, so each new connection gets a
 * new recorder. A connection that is too slow is dropped together with its backlog, and the bit rate is lowered. Independent of React; none
 * of its methods throw.
 */
export class Capture implements MediaSender, CaptureSource {
  readonly #options: CaptureOptions;
  readonly #line: CaptureConnection;
  #stream: MediaStream;
  #recorder: RecorderLike | undefined;
  #videoKbps = INITIAL_VIDEO_KBPS;

  constructor(options: CaptureOptions) {
    this.#options = options;
    this.#stream = options.stream;
    this.#line = new CaptureConnection(options, this);
  }

  get state(): CaptureState {
    return this.#line.state;
  }

  start(): void {
    this.#line.start();
  }

  replaceStream(stream: MediaStream): void {
    this.#stream = stream;
    this.#line.renew();
  }

  stop(): Promise<void> {
    return this.#line.stop();
  }

  begin(): void {
    const { makeRecorder = (stream, options) => new MediaRecorder(stream, options) } = this.#options;
    const recorder = makeRecorder(this.#stream, this.#recorderOptions());
    this.#recorder = recorder;
    recorder.ondataavailable = ({ data }) => this.#send(data);
    // A change of the frame size may stop a recorder. Reconnecting starts a new recorder.
    recorder.onerror = () => this.#line.disconnect();
    recorder.onstop = () => this.#line.disconnect();
    recorder.start(CAPTURE_SLICE_INTERVAL_MS);
  }

  drop(): void {
    const recorder = this.#recorder;
    this.#recorder = undefined;
    if (!recorder) return;
    Object.assign(recorder, { ondataavailable: null, onerror: null, onstop: null });
    if (recorder.state !== "inactive") recorder.stop();
  }

  /** Stops the recorder, which emits the last slice afterwards. */
  finish(send: (slice: Blob) => void, done: () => void): void {
    const recorder = this.#recorder;
    this.#recorder = undefined;
    if (!recorder || recorder.state === "inactive") {
      done();
      return;
    }
    recorder.onerror = null;
    recorder.ondataavailable = ({ data }) => send(data);
    recorder.onstop = done;
    recorder.stop();
  }

  #recorderOptions(): RecorderOptions {
    return {
      mimeType: this.#options.mimeType,
      videoBitsPerSecond: this.#videoKbps * 1_000,
      audioBitsPerSecond: AUDIO_KBPS * 1_000,
    };
  }

  /** Sends a slice; empty slices act as a keep-alive. */
  #send(slice: Blob): void {
    const mostBytes = (MAX_BACKLOG_SEC * (this.#videoKbps + AUDIO_KBPS) * 1_000) / 8;
    if (this.#line.waitingBytes > mostBytes) {
      this.#videoKbps = Math.max(MIN_VIDEO_KBPS, Math.round(this.#videoKbps * BITRATE_REDUCTION));
      this.#line.renew();
      return;
    }
    this.#line.send(slice);
    if (slice.size > 0) this.#line.settle();
  }
}
