import type { Playback, PlaybackOptions } from "./playback.ts";

const hasMediaSource = (): boolean => "MediaSource" in globalThis || "ManagedMediaSource" in globalThis;

/** Begins to load hls.js where it can be of use: at the page's start, beside the play call. */
export function preloadPlayback(): void {
  if (hasMediaSource()) void import("./hls-playback.ts");
}

/** @returns undefined when this browser can play HLS in no way. */
export async function openPlayback(options: PlaybackOptions): Promise<Playback | undefined> {
  if (hasMediaSource()) {
    const { canPlayWithHlsJs, HlsPlayback } = await import("./hls-playback.ts");
    if (canPlayWithHlsJs()) return new HlsPlayback(options);
  }
  const { canPlayNatively, NativePlayback } = await import("./native-playback.ts");
  return canPlayNatively(options.video) ? new NativePlayback(options) : undefined;
}
