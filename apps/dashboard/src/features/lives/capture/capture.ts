import {
  CAPTURE_SLICE_MS,
  type CaptureAnswer,
  type CaptureRefusal,
  type CaptureRequest,
} from "@shoal/contract";
import type {
  CaptureFault,
  CaptureOptions,
  CaptureState,
  RecorderLike,
  RecorderOptions,
  SocketLike,
} from "./capture.types.ts";

/** Another try changes nothing. */
const FINAL: readonly CaptureRefusal[] = ["unknown_key", "stopped", "unsupported_type", "replaced"];
/** A line that comes back is used soon; a server that is away is not stormed. */
const RETRY_FIRST_MS = 500;
const RETRY_MAX_MS = 8_000;
/** A live without an input for so long has ended (§9). */
const GIVE_UP_MS = 60_000;
/** What was said last is heard by then. */
const FAREWELL_MS = 3_000;
/** So much of what is sent may wait, in time: then the line is too slow for it, and viewers would fall behind. */
const BACKLOG_MAX_SEC = 3;
/** 720p at 30 a second as browsers encode it; a slow line gets less. */
const VIDEO_KBPS_FIRST = 3_000;
const VIDEO_KBPS_LEAST = 300;
const SLOWER = 0.6;
const AUDIO_KBPS = 128;
const OPEN = 1;

/**
 * Records a stream and sends it, until it is stopped. A recorder writes its header into the first slice alone: with each new
 * connection another one begins. What waits for a slow line is dropped with its connection, and less is sent from then on.
 * Without React; nothing of it throws.
 */
export class Capture {
  readonly #options: CaptureOptions;
  #stream: MediaStream;
  #state: CaptureState = { phase: "connecting" };
  #socket: SocketLike | undefined;
  #recorder: RecorderLike | undefined;
  #videoKbps = VIDEO_KBPS_FIRST;
  #retries = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #giveUpTimer: ReturnType<typeof setTimeout> | undefined;
  #stopped: Promise<void> | undefined;

  constructor(options: CaptureOptions) {
    this.#options = options;
    this.#stream = options.stream;
  }

  get state(): CaptureState {
    return this.#state;
  }

  start(): void {
    this.#connect();
  }

  /** Goes on with another camera or screen: another recording follows, and viewers stay. */
  replaceStream(stream: MediaStream): void {
    this.#stream = stream;
    if (this.#state.phase !== "ended" && this.#recorder) this.#connect();
  }

  /** Sends what was recorded last, and ends. Resolves when the server has it, or does not answer. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const [socket, recorder] = [this.#socket, this.#recorder];
    this.#forget();
    if (socket?.readyState === OPEN) await sayFarewell(socket, recorder);
    this.#move({ phase: "ended", fault: undefined });
  }

  #connect(): void {
    this.#drop();
    this.#giveUpTimer ??= setTimeout(() => this.#end("unreachable"), GIVE_UP_MS);
    const { openSocket = (url) => new WebSocket(url), address, mimeType } = this.#options;
    const socket = openSocket(address.captureUrl);
    this.#socket = socket;
    socket.onopen = () => say(socket, { type: "begin", key: address.streamKey, mimeType });
    socket.onmessage = ({ data }) => this.#hear(String(data));
    socket.onclose = () => this.#lose();
  }

  #hear(text: string): void {
    const answer = readAnswer(text);
    if (answer?.type === "admitted") this.#record();
    else if (answer?.type === "refused" && FINAL.includes(answer.reason)) this.#end(answer.reason);
    // All others are followed by the end of the connection.
  }

  #record(): void {
    const { makeRecorder = (stream, options) => new MediaRecorder(stream, options) } = this.#options;
    try {
      const recorder = makeRecorder(this.#stream, this.#recorderOptions());
      this.#recorder = recorder;
      recorder.ondataavailable = ({ data }) => this.#send(data);
      // A picture that changes its size may end a recorder; another one begins.
      recorder.onerror = () => this.#lose();
      recorder.onstop = () => this.#lose();
      recorder.start(CAPTURE_SLICE_MS);
    } catch {
      this.#end("unsupported");
      return;
    }
    clearTimeout(this.#giveUpTimer);
    this.#giveUpTimer = undefined;
    this.#move({ phase: "live" });
  }

  #recorderOptions(): RecorderOptions {
    return {
      mimeType: this.#options.mimeType,
      videoBitsPerSecond: this.#videoKbps * 1_000,
      audioBitsPerSecond: AUDIO_KBPS * 1_000,
    };
  }

  /** Empty slices say that somebody is there. */
  #send(slice: Blob): void {
    const socket = this.#socket;
    if (socket?.readyState !== OPEN) return;
    const mostBytes = (BACKLOG_MAX_SEC * (this.#videoKbps + AUDIO_KBPS) * 1_000) / 8;
    if (socket.bufferedAmount > mostBytes) {
      this.#videoKbps = Math.max(VIDEO_KBPS_LEAST, Math.round(this.#videoKbps * SLOWER));
      this.#connect();
      return;
    }
    socket.send(slice);
    if (slice.size > 0) this.#retries = 0;
  }

  #lose(): void {
    this.#drop();
    if (this.#state.phase === "live") this.#move({ phase: "lost" });
    this.#giveUpTimer ??= setTimeout(() => this.#end("unreachable"), GIVE_UP_MS);
    const waitMs = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** this.#retries);
    this.#retries += 1;
    this.#retryTimer = setTimeout(() => this.#connect(), waitMs);
  }

  #end(fault: CaptureFault): void {
    this.#drop();
    this.#forget();
    this.#move({ phase: "ended", fault });
  }

  /** Lets go of connection and recorder, which tell nothing any more. */
  #drop(): void {
    const [socket, recorder] = [this.#socket, this.#recorder];
    this.#forgetBoth();
    clearTimeout(this.#retryTimer);
    if (recorder) endRecorder(recorder);
    socket?.close();
  }

  #forget(): void {
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#giveUpTimer);
    this.#forgetBoth();
  }

  #forgetBoth(): void {
    if (this.#socket) Object.assign(this.#socket, { onopen: null, onmessage: null, onclose: null });
    if (this.#recorder) Object.assign(this.#recorder, { ondataavailable: null, onerror: null, onstop: null });
    [this.#socket, this.#recorder] = [undefined, undefined];
  }

  #move(state: CaptureState): void {
    if (this.#state.phase === "ended") return;
    const isSame = this.#state.phase === state.phase;
    this.#state = state;
    if (!isSame) this.#options.onState(state);
  }
}

const say = (socket: SocketLike, request: CaptureRequest) => socket.send(JSON.stringify(request));

/** The page holds no schemas: what is no answer at all is no reason to fail. */
function readAnswer(text: string): CaptureAnswer | undefined {
  try {
    return JSON.parse(text) as CaptureAnswer;
  } catch {
    return undefined;
  }
}

function endRecorder(recorder: RecorderLike): void {
  if (recorder.state !== "inactive") recorder.stop();
}

/** The last slice comes once the recorder has stopped; the server closes when it has read it. */
function sayFarewell(socket: SocketLike, recorder: RecorderLike | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.onclose?.call(socket as WebSocket, {} as CloseEvent), FAREWELL_MS);
    socket.onclose = () => {
      clearTimeout(timer);
      socket.close();
      resolve();
    };
    const end = () => socket.readyState === OPEN && say(socket, { type: "end" });
    if (!recorder || recorder.state === "inactive") {
      end();
      return;
    }
    recorder.ondataavailable = ({ data }) => socket.readyState === OPEN && socket.send(data);
    recorder.onstop = end;
    recorder.stop();
  });
}
