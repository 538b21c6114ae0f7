import type { CaptureRefusal } from "@shoal/contract";

/** Why nothing is sent any more; `unreachable` when the server was away for too long, `unsupported` when nothing is recorded. */
export type CaptureFault = CaptureRefusal | "unreachable" | "unsupported";

/**
 * - `connecting`: nothing was sent yet.
 * - `live`: what is recorded is sent.
 * - `lost`: the connection is gone, and comes back by itself.
 * - `ended`: by whoever began it, or by a fault.
 */
export type CaptureState =
  | { phase: "connecting" | "live" | "lost"; fault?: undefined }
  | { phase: "ended"; fault: CaptureFault | undefined };

/** What is used of a WebSocket. */
export type SocketLike = Pick<WebSocket, "readyState" | "bufferedAmount" | "send" | "close"> &
  Pick<WebSocket, "onopen" | "onmessage" | "onclose">;

/** What is used of a MediaRecorder. */
export type RecorderLike = Pick<MediaRecorder, "state" | "start" | "stop"> &
  Pick<MediaRecorder, "ondataavailable" | "onerror" | "onstop">;

export interface RecorderOptions {
  mimeType: string;
  videoBitsPerSecond: number;
  audioBitsPerSecond: number;
}

export interface CaptureOptions {
  stream: MediaStream;
  /** Where it is sent, and with which key: never shown, never logged. */
  address: { captureUrl: string; streamKey: string };
  mimeType: string;
  openSocket?: (url: string) => SocketLike;
  makeRecorder?: (stream: MediaStream, options: RecorderOptions) => RecorderLike;
  onState: (state: CaptureState) => void;
}
