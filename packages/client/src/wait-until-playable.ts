import type { VideoView } from "./calls.ts";
import { ShoalError } from "./errors.ts";
import type { SendCall } from "./request.ts";
import { wait } from "./wait.ts";

export interface WaitOptions {
  signal?: AbortSignal;
  /** The time limit; one hour by default. */
  timeoutMs?: number;
  /** Called with each state of the video. */
  onState?: (video: VideoView) => void;
}

/** Thrown for a video that cannot be played; `errorType` says why. */
export class VideoFailedError extends Error {
  readonly uuid: string;
  readonly errorType: VideoView["errorType"];
  constructor(video: VideoView) {
    super(`Video ${video.uuid} failed: ${video.errorType ?? "deleted"}`);
    this.name = "VideoFailedError";
    this.uuid = video.uuid;
    this.errorType = video.errorType;
  }
}

const HOUR_MS = 3_600_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 5_000;

/**
 * Resolves with the video as soon as it is playable, which is before it is fully encoded.
 * @throws VideoFailedError if it can never be played; ShoalError `unavailable` at the timeout.
 */
export async function waitUntilPlayable(
  send: SendCall,
  uuid: string,
  { signal, timeoutMs = HOUR_MS, onState }: WaitOptions = {},
): Promise<VideoView> {
  const endMs = performance.now() + timeoutMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 1.5)) {
    const video = await send("getVideo", { params: { id: uuid } }, signal ? { signal } : {});
    onState?.(video);
    if (video.playable) return video;
    if (video.error || video.isDeleted) throw new VideoFailedError(video);
    if (performance.now() + pauseMs > endMs)
      throw new ShoalError("unavailable", `Video ${uuid} does not play yet`);
    await wait(pauseMs, signal);
  }
}
