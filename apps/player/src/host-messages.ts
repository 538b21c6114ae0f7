import type { HostMessage, PlayerTimeMessage } from "@shoal/contract";

const TOLD_ON = ["timeupdate", "seeking", "durationchange", "play", "pause", "ended"] as const;

interface HostedPlayer {
  video: HTMLVideoElement;
  /** Of the whole, before the media are known. */
  durationSec: () => number | null;
  /** Fetches media without playing, so that a moment can be shown. */
  load: () => void;
}

/**
 * Lets the page around the player follow its time and move it. Other windows are not heard.
 * @returns a function that tells the time, for what the video element does not tell.
 */
export function listenToHost(player: HostedPlayer): () => void {
  const { video } = player;
  let hostOrigin: string | undefined;
  const tell = () => {
    if (hostOrigin !== undefined) window.parent.postMessage(timeOf(player), hostOrigin);
  };
  const seek = (sec: number) => {
    player.load();
    video.currentTime = Math.max(0, sec);
    tell();
  };
  window.addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || source === window || !isHostMessage(data)) return;
    if (data.shoal === "seek") seek(data.sec);
    else {
      // A page without an origin of its own, as a file, takes any.
      hostOrigin = origin === "null" ? "*" : origin;
      tell();
    }
  });
  for (const event of TOLD_ON) video.addEventListener(event, tell);
  return tell;
}

const timeOf = ({ video, durationSec }: HostedPlayer): PlayerTimeMessage => ({
  shoal: "time",
  sec: video.currentTime,
  durationSec: Number.isFinite(video.duration) ? video.duration : durationSec(),
  isPaused: video.paused,
});

/** @example isHostMessage({ shoal: "seek", sec: 12 }) // true */
export function isHostMessage(data: unknown): data is HostMessage {
  if (typeof data !== "object" || data === null || !("shoal" in data)) return false;
  return data.shoal === "follow" || (data.shoal === "seek" && "sec" in data && Number.isFinite(data.sec));
}
