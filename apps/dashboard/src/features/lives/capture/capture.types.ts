import type { CaptureRefusal } from "@shoal/contract";

/** Why nothing is sent any more; `unreachable` when the server was away for too long, `unsupported` when nothing is recorded. */
export type CaptureFault = CaptureRefusal | "unreachable" | "unsupported";

/**
 * - `connecting`: nothing has been sent yet.
 * - `live`: the camera's media are sent.
 * - `lost`: the connection is lost and reconnects automatically.
 * - `ended`: stopped by the user or by a fault.
 */
export type CaptureState =
  | { phase: "connecting" | "live" | "lost"; fault?: undefined }
  | { phase: "ended"; fault: CaptureFault | undefined };

/** What is used of a WebSocket. */
export type SocketLike = Pick<WebSocket, "readyState" | "bufferedAmount" | "send" | "close"> &
  Pick<WebSocket, "onopen" | "onmessage" | "onclose">;

/** The `readyState` of an open one. */
export const SOCKET_OPEN = 1;

/** What is used of a MediaRecorder. */
export type RecorderLike = Pick<MediaRecorder, "state" | "start" | "stop"> &
  Pick<MediaRecorder, "ondataavailable" | "onerror" | "onstop">;

export interface RecorderOptions {
  mimeType: string;
  videoBitsPerSecond: number;
  audioBitsPerSecond: number;
}

/** What is common to all that this page sends to an ingest. */
export interface LineOptions {
  /** Where it is sent, and with which key: never shown, never logged. */
  address: { captureUrl: string; streamKey: string };
  mimeType: string;
  openSocket?: (url: string) => SocketLike;
  onState: (state: CaptureState) => void;
}

export interface CaptureOptions extends LineOptions {
  stream: MediaStream;
  makeRecorder?: (stream: MediaStream, options: RecorderOptions) => RecorderLike;
}

/** Sends a live to an ingest until it is stopped; nothing of it throws. */
export interface Sender {
  readonly state: CaptureState;
  start(): void;
  /** Goes on with another camera or screen; viewers stay. */
  replaceStream(stream: MediaStream): void;
  /** Sends what is there last, and ends. Resolves when the server has it, or does not answer. */
  stop(): Promise<void>;
}
