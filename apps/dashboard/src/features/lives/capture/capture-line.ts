import type { CaptureAnswer, CaptureRefusal, CaptureRequest } from "@shoal/contract";
import {
  type CaptureConnectionOptions,
  type CaptureFault,
  type CaptureState,
  OPEN_READY_STATE,
  type SocketLike,
} from "./capture.types.ts";

/** The rejections after which another attempt is useless. */
const FINAL_REFUSALS: readonly CaptureRefusal[] = [
  "unknown_key",
  "stopped",
  "unsupported_type",
  "recording_needed",
  "replaced",
];
/** First delay before reconnecting, in ms: short, but long enough not to overload a server that has just failed. */
const FIRST_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 8_000;
/** The time in ms after which the page stops trying to reconnect: a live without input for this long has ended (§9). */
const RECONNECT_TIMEOUT_MS = 60_000;
/** Time in ms that the server has to read the last message. */
const CLOSE_TIMEOUT_MS = 3_000;

export type MediaSlice = Blob | Uint8Array<ArrayBuffer>;

/** The media that a connection sends, from each admission until the connection is lost. */
export interface CaptureSource {
  /** Called when the key was admitted. @throws if this browser cannot produce any media. */
  begin(): void;
  /** Called when the connection is lost: discards everything pending for it. */
  drop(): void;
  /** Passes the remaining data to `send`, and calls `done` at the end. */
  finish(send: (slice: MediaSlice) => void, done: () => void): void;
}

/**
 * The connection to an ingest: authenticates with its key, starts its source after admission, and reconnects automatically until it is
 * stopped, permanently rejected, or the live is over. Independent of React; none of its methods throw.
 */
export class CaptureConnection {
  readonly #options: CaptureConnectionOptions;
  readonly #begin: CaptureRequest;
  readonly #source: CaptureSource;
  #state: CaptureState = { phase: "connecting" };
  #socket: SocketLike | undefined;
  #isAdmitted = false;
  #retries = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #giveUpTimer: ReturnType<typeof setTimeout> | undefined;
  #stopped: Promise<void> | undefined;

  /** Creates a line, which does not connect yet. @param media see `begin` of `CaptureRequest`. */
  constructor(options: CaptureConnectionOptions, source: CaptureSource, media?: "none") {
    const { address, mimeType } = options;
    this.#options = options;
    this.#source = source;
    this.#begin = { type: "begin", key: address.streamKey, mimeType, ...(media ? { media } : {}) };
  }

  get state(): CaptureState {
    return this.#state;
  }

  /** The number of bytes that a slow connection has not sent yet. */
  get waitingBytes(): number {
    return this.#socket?.readyState === OPEN_READY_STATE ? this.#socket.bufferedAmount : 0;
  }

  start(): void {
    this.#connect();
  }

  /** Starts again over a new connection, unless it is not sending. */
  renew(): void {
    if (this.#state.phase !== "ended" && this.#isAdmitted) this.#connect();
  }

  send(slice: MediaSlice): void {
    if (this.#socket?.readyState === OPEN_READY_STATE) this.#socket.send(slice);
  }

  /** Called while data is arriving: the next reconnection starts with the shortest delay again. */
  settle(): void {
    this.#retries = 0;
  }

  /** Closes the connection and reconnects after a delay. */
  disconnect(): void {
    this.#drop();
    if (this.#state.phase === "live") this.#move({ phase: "lost" });
    this.#giveUpTimer ??= setTimeout(() => this.#end("unreachable"), RECONNECT_TIMEOUT_MS);
    const waitMs = Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_DELAY_MS * 2 ** this.#retries);
    this.#retries += 1;
    this.#retryTimer = setTimeout(() => this.#connect(), waitMs);
  }

  /** Sends the source's remaining data and ends. Resolves when the server has it, or does not respond. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const socket = this.#socket;
    this.#clearTimers();
    if (socket?.readyState === OPEN_READY_STATE) await sendFinalMessage(socket, this.#source);
    else this.#source.drop();
    this.#move({ phase: "ended", fault: undefined });
  }

  #connect(): void {
    this.#drop();
    this.#giveUpTimer ??= setTimeout(() => this.#end("unreachable"), RECONNECT_TIMEOUT_MS);
    const { openSocket = (url) => new WebSocket(url), address } = this.#options;
    const socket = openSocket(address.captureUrl);
    this.#socket = socket;
    socket.onopen = () => sendRequest(socket, this.#begin);
    socket.onmessage = ({ data }) => this.#onMessage(String(data));
    socket.onclose = () => this.disconnect();
  }

  #onMessage(text: string): void {
    const answer = parseResponse(text);
    if (answer?.type === "admitted") this.#admit();
    else if (answer?.type === "refused" && FINAL_REFUSALS.includes(answer.reason)) this.#end(answer.reason);
    // The other responses are followed by the end of the connection, which has a separate handler.
  }

  #admit(): void {
    this.#isAdmitted = true;
    try {
      this.#source.begin();
    } catch {
      this.#end("unsupported");
      return;
    }
    clearTimeout(this.#giveUpTimer);
    this.#giveUpTimer = undefined;
    this.#move({ phase: "live" });
  }

  #end(fault: CaptureFault): void {
    this.#drop();
    this.#clearTimers();
    this.#move({ phase: "ended", fault });
  }

  /** Drops the connection, ignores its further events, and discards its pending data. */
  #drop(): void {
    const socket = this.#socket;
    this.#dropSocket();
    clearTimeout(this.#retryTimer);
    this.#source.drop();
    socket?.close();
  }

  #clearTimers(): void {
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#giveUpTimer);
    this.#dropSocket();
  }

  #dropSocket(): void {
    if (this.#socket) Object.assign(this.#socket, { onopen: null, onmessage: null, onclose: null });
    this.#socket = undefined;
    this.#isAdmitted = false;
  }

  #move(state: CaptureState): void {
    if (this.#state.phase === "ended") return;
    const isSame = this.#state.phase === state.phase;
    this.#state = state;
    if (!isSame) this.#options.onState(state);
  }
}

const sendRequest = (socket: SocketLike, request: CaptureRequest) => socket.send(JSON.stringify(request));

/** Parses a response. The page has no schemas, and an invalid response must not cause a failure. */
function parseResponse(text: string): CaptureAnswer | undefined {
  try {
    return JSON.parse(text) as CaptureAnswer;
  } catch {
    return undefined;
  }
}

/** Sends the last message; the server closes the connection once it has read it. */
function sendFinalMessage(socket: SocketLike, source: CaptureSource): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => socket.onclose?.call(socket as WebSocket, {} as CloseEvent),
      CLOSE_TIMEOUT_MS,
    );
    socket.onclose = () => {
      clearTimeout(timer);
      socket.close();
      resolve();
    };
    const whileOpen = (action: () => void) => socket.readyState === OPEN_READY_STATE && action();
    source.finish(
      (slice) => whileOpen(() => socket.send(slice)),
      () => whileOpen(() => sendRequest(socket, { type: "end" })),
    );
  });
}
