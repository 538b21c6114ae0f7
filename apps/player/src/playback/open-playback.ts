import type { Playback, PlaybackOptions } from "./playback.ts";

const hasMediaSource = (): boolean => "MediaSource" in globalThis || "ManagedMediaSource" in globalThis;

/** An error for a script of the player that could not be loaded, because the network or the server was unavailable. */
export class PartMissingError extends Error {}

/** Preloads hls.js in browsers that may need it, in parallel with the play call. */
export function preloadPlayback(): void {
  // A failure is ignored here, because it is reported when hls.js is needed.
  if (hasMediaSource()) import("./hls-playback.ts").catch(() => undefined);
}

/** Opens the playback for a session. @returns undefined if this browser cannot play it at all. @throws PartMissingError */
export async function openPlayback(options: PlaybackOptions): Promise<Playback | undefined> {
  const { direct, live } = options.session;
  const isDirect = direct !== undefined && "RTCPeerConnection" in globalThis;
  if (live?.delay === "no") {
    if (!isDirect) return undefined;
    const { DirectPlayback } = await loadPart(import("../direct/direct-playback.ts"));
    return new DirectPlayback(options);
  }
  if (hasMediaSource()) {
    const { canPlayWithHlsJs, HlsPlayback } = await loadPart(import("./hls-playback.ts"));
    if (canPlayWithHlsJs()) return isDirect ? openMixed(options) : new HlsPlayback(options);
  }
  const { canPlayNatively, NativePlayback } = await loadPart(import("./native-playback.ts"));
  return canPlayNatively(options.video) ? new NativePlayback(options) : undefined;
}

async function openMixed(options: PlaybackOptions): Promise<Playback> {
  const { MixedPlayback } = await loadPart(import("../direct/mixed-playback.ts"));
  return new MixedPlayback(options);
}

const loadPart = <T>(part: Promise<T>): Promise<T> =>
  part.catch((cause: unknown) => {
    throw new PartMissingError("A part of the player could not be fetched", { cause });
  });
