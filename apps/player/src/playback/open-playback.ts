import type { Playback, PlaybackOptions } from "./playback.ts";

const hasMediaSource = (): boolean => "MediaSource" in globalThis || "ManagedMediaSource" in globalThis;

/** A part of the player could not be fetched: the network, or the server, was away. */
export class PartMissingError extends Error {}

/** Begins to load hls.js where it can be of use: at the page's start, beside the play call. */
export function preloadPlayback(): void {
  // What fails here is told when it is needed.
  if (hasMediaSource()) import("./hls-playback.ts").catch(() => undefined);
}

/** @returns undefined when this browser can play HLS in no way. @throws PartMissingError */
export async function openPlayback(options: PlaybackOptions): Promise<Playback | undefined> {
  if (hasMediaSource()) {
    const { canPlayWithHlsJs, HlsPlayback } = await fetched(import("./hls-playback.ts"));
    if (canPlayWithHlsJs()) return new HlsPlayback(options);
  }
  const { canPlayNatively, NativePlayback } = await fetched(import("./native-playback.ts"));
  return canPlayNatively(options.video) ? new NativePlayback(options) : undefined;
}

const fetched = <T>(part: Promise<T>): Promise<T> =>
  part.catch((cause: unknown) => {
    throw new PartMissingError("A part of the player could not be fetched", { cause });
  });
