import type { CaptureRefusal } from "@shoal/contract";

/**
 * The reason why sending stopped. `unreachable` means that the server was unreachable for too long, `unsupported` that the browser cannot
 * record.
 */
export type CaptureFault = CaptureRefusal | "unreachable" | "unsupported";

/**
 * - `connecting`: nothing has been sent yet.
 * - `live`: the camera's media are sent.
 * - `lost`: the connection is lost; the page reconnects automatically.
 * - `ended`: stopped by the user or because of an error.
 */
export type CaptureState =
  | { phase: "connecting" | "live" | "lost"; fault?: undefined }
  | { phase: "ended"; fault: CaptureFault | undefined };

/** The members of WebSocket that a capture uses. */
export type SocketLike = Pick<WebSocket, "readyState" | "bufferedAmount" | "send" | "close"> &
  Pick<WebSocket, "onopen" | "onmessage" | "onclose">;

/** The `readyState` of a socket that is open. */
export const OPEN_READY_STATE = 1;

/** The members of MediaRecorder that a capture uses. */
export type RecorderLike = Pick<MediaRecorder, "state" | "start" | "stop"> &
  Pick<MediaRecorder, "ondataavailable" | "onerror" | "onstop">;

export interface RecorderOptions {
  mimeType: string;
  videoBitsPerSecond: number;
  audioBitsPerSecond: number;
}

/** The options common to recordings and presence signals, which are sent to an ingest. */
export interface CaptureConnectionOptions {
  /** The URL of the ingest and its stream key, which are never shown or logged. */
  address: { captureUrl: string; streamKey: string };
  mimeType: string;
  openSocket?: (url: string) => SocketLike;
  onState: (state: CaptureState) => void;
}

export interface CaptureOptions extends CaptureConnectionOptions {
  stream: MediaStream;
  makeRecorder?: (stream: MediaStream, options: RecorderOptions) => RecorderLike;
}

/** Sends a live to an ingest until it is stopped. None of its methods throw. */
export interface MediaSender {
  readonly state: CaptureState;
  start(): void;
  /** Switches to another camera or screen. Viewers stay connected. */
  replaceStream(stream: MediaStream): void;
  /** Sends the remaining data and ends. Resolves when the server has received the data, or when it does not respond. */
  stop(): Promise<void>;
}
