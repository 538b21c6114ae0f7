import type { HostMessage, PlayerTimeMessage } from "@shoal/contract";

const TOLD_ON = ["timeupdate", "seeking", "durationchange", "play", "pause", "ended"] as const;

/** Lets the page around the player follow its time and move it. Other windows are not heard. */
export function listenToHost(video: HTMLVideoElement): void {
  let hostOrigin: string | undefined;
  const tell = () => {
    if (hostOrigin !== undefined) window.parent.postMessage(timeOf(video), hostOrigin);
  };
  window.addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || source === window || !isHostMessage(data)) return;
    if (data.shoal === "seek") video.currentTime = Math.max(0, data.sec);
    else {
      // A page without an origin of its own, as a file, takes any.
      hostOrigin = origin === "null" ? "*" : origin;
      tell();
    }
  });
  for (const event of TOLD_ON) video.addEventListener(event, tell);
}

const timeOf = ({ currentTime, duration, paused }: HTMLVideoElement): PlayerTimeMessage => ({
  shoal: "time",
  sec: currentTime,
  durationSec: Number.isFinite(duration) ? duration : null,
  isPaused: paused,
});

/** @example isHostMessage({ shoal: "seek", sec: 12 }) // true */
export function isHostMessage(data: unknown): data is HostMessage {
  if (typeof data !== "object" || data === null || !("shoal" in data)) return false;
  return data.shoal === "follow" || (data.shoal === "seek" && "sec" in data && Number.isFinite(data.sec));
}
