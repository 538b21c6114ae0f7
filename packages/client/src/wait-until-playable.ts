import type { VideoView } from "./calls.ts";
import { ShoalError } from "./errors.ts";
import type { Send } from "./request.ts";
import { wait } from "./wait.ts";

export interface WaitOptions {
  signal?: AbortSignal;
  /** One hour by default. */
  timeoutMs?: number;
  /** Called with each state of the video that was read. */
  onState?: (video: VideoView) => void;
}

/** A video that cannot be played: `errorType` says why. */
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
const LONGEST_PAUSE_MS = 5_000;

/**
 * The video as soon as it plays, which is before all of it is encoded.
 * @throws VideoFailedError when it never will; ShoalError `unavailable` when the time is over.
 */
export async function waitUntilPlayable(
  send: Send,
  uuid: string,
  { signal, timeoutMs = HOUR_MS, onState }: WaitOptions = {},
): Promise<VideoView> {
  const endMs = performance.now() + timeoutMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)) {
    const video = await send("getVideo", { params: { id: uuid } }, signal ? { signal } : {});
    onState?.(video);
    if (video.playable) return video;
    if (video.error || video.isDeleted) throw new VideoFailedError(video);
    if (performance.now() + pauseMs > endMs)
      throw new ShoalError("unavailable", `Video ${uuid} does not play yet`);
    await wait(pauseMs, signal);
  }
}
