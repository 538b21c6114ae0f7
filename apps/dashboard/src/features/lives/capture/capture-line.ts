import type { CaptureAnswer, CaptureRefusal, CaptureRequest } from "@shoal/contract";
import {
  type CaptureConnectionOptions,
  type CaptureFault,
  type CaptureState,
  OPEN_READY_STATE,
  type SocketLike,
} from "./capture.types.ts";

/** The rejections after which reconnecting cannot succeed. */
const FINAL_REFUSALS: readonly CaptureRefusal[] = [
  "unknown_key",
  "stopped",
  "unsupported_type",
  "recording_needed",
  "replaced",
];
/** The first delay before reconnecting, in ms, long enough not to overload a server that has just failed. */
const FIRST_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 8_000;
/** The time in ms after which the page stops trying to reconnect: a live without input for this long has ended (§9). */
const RECONNECT_TIMEOUT_MS = 60_000;
/** The time that the server is given to read the last message, in ms. */
const CLOSE_TIMEOUT_MS = 3_000;

export type MediaSlice = Blob | Uint8Array<ArrayBuffer>;

/** The source of the media that a connection sends. It runs from the time the server admits the key until the connection is lost. */
export interface CaptureSource {
  /** Called when the server has admitted the stream key. @throws if this browser cannot produce any media. */
  begin(): void;
  /** Called when the connection is lost: discards everything pending for it. */
  drop(): void;
  /** Passes the remaining data to `send`, and calls `done` at the end. */
  finish(send: (slice: MediaSlice) => void, done: () => void): void;
}

/**
 * The connection to an ingest. It authenticates with the stream key, starts its source after admission, and reconnects automatically until
 * it is stopped or permanently rejected, or until the live is over. Independent of React; none of its methods throw.
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

  /** The number of bytes that wait to be sent because the connection is slow. */
  get waitingBytes(): number {
    return this.#socket?.readyState === OPEN_READY_STATE ? this.#socket.bufferedAmount : 0;
  }

  start(): void {
    this.#connect();
  }

  /** Restarts sending over a new connection. Does nothing while the source is not sending. */
  renew(): void {
    if (this.#state.phase !== "ended" && this.#isAdmitted) this.#connect();
  }

  send(slice: MediaSlice): void {
    if (this.#socket?.readyState === OPEN_READY_STATE) this.#socket.send(slice);
  }

  /** Called while the server receives data. Resets the delay of the next reconnection to the shortest. */
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

  /** Sends the source's remaining data and ends. Resolves when the server has received the data, or when it does not respond. */
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
    // After any other response, the server closes the connection, which a separate handler processes.
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

/**
 * Parses a response. The checks are written by hand, because the page's bundle contains no schema library. An invalid response must not
 * cause a failure.
 */
function parseResponse(text: string): CaptureAnswer | undefined {
  try {
    return JSON.parse(text) as CaptureAnswer;
  } catch {
    return undefined;
  }
}

/** Sends the last message. The server closes the connection after reading the message. */
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
