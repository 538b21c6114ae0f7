import { freezeLastFrame } from "../reload-in-place.ts";

/** The number of tracks that a manifest lists, and whether it is still being extended. */
export interface ManifestListing {
  /** The number of renditions and audio tracks. */
  trackCount: number;
  /**
   * Whether the manifest is extended until a known end, for example while a video is being encoded. The manifest of a live is extended
   * without an end.
   */
  isGrowing: boolean;
}

/** A player that reads the tracks of its manifest only once. */
export interface ManifestPlayer {
  /** Returns the URL of the manifest that is playing, or undefined while nothing is playing. */
  url(): string | undefined;
  /** Counts the renditions and audio tracks that the player has loaded. */
  countTracks(): number;
  list(url: string): Promise<ManifestListing>;
  /** Loads a manifest. Resolves when playback can continue from `positionSec`, and rejects when it cannot, or is aborted. */
  load(url: string, positionSec: number, signal: AbortSignal): Promise<unknown>;
}

const CHECK_INTERVAL_MS = 4_000;
/** The time after which the plugin no longer waits for a reloaded player to play, in ms. */
const MAX_MANIFEST_LOAD_MS = 30_000;
/** The number of checks after the manifest has ended. Several are needed, because caches keep a manifest for a second. */
const FINAL_CHECK_COUNT = 2;

/**
 * Reads the content of an HLS or DASH manifest. HLS lists a rendition again for each audio group, and its playlists show whether they are
 * still being extended. A DASH manifest is extended until an end if it is dynamic and keeps everything: without a window, or with a window
 * of weeks.
 * @param read loads text as the player does.
 * @example await listManifest('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv0.m3u8', url, read) // { trackCount: 1, isGrowing:
 * false }
 */
export async function listManifest(
  manifest: string,
  url: string,
  read: (url: string) => Promise<string>,
): Promise<ManifestListing> {
  if (manifest.includes("<MPD")) {
    const isGrowing = /type="dynamic"/.test(manifest) && !/timeShiftBufferDepth="(?!PT\d{7,})/.test(manifest);
    return { trackCount: manifest.match(/<Representation\b/g)?.length ?? 0, isGrowing };
  }
  const renditions = namesIn(manifest, /^#EXT-X-STREAM-INF.*[\r\n]\s*(\S+)/gm);
  const sounds = namesIn(
    (manifest.match(/^#EXT-X-MEDIA:.*/gm) ?? []).filter((line) => line.includes("TYPE=AUDIO")).join("\n"),
    /URI="([^"]+)"/g,
  );
  const [first] = renditions;
  if (first === undefined) return { trackCount: 0, isGrowing: false };
  const playlist = await read(new URL(first, url).href);
  const isGrowing = /#EXT-X-PLAYLIST-TYPE:\s*EVENT/.test(playlist) && !playlist.includes("#EXT-X-ENDLIST");
  return { trackCount: renditions.size + sounds.size, isGrowing };
}

const namesIn = (manifest: string, pattern: RegExp): Set<string> =>
  new Set(Array.from(manifest.matchAll(pattern), ([, name = ""]) => name));

interface FollowedManifest {
  url: string;
  /** The number of tracks that the manifest listed when it was loaded. The player may omit tracks that it cannot play. */
  loadedFor: number;
  checksLeft: number;
}

/**
 * Rereads the manifest while it is being extended until an end. If it lists more tracks than the player has, everything is loaded again at
 * the same position, as soon as the video plays.
 * @returns a function that stops it.
 */
export function followManifest(video: HTMLVideoElement, player: ManifestPlayer): () => void {
  let followed: FollowedManifest | undefined;
  let isChecking = false;
  const end = new AbortController();

  async function check(): Promise<void> {
    const url = player.url();
    if (url !== followed?.url) followed = undefined;
    if (url === undefined || player.countTracks() === 0 || followed?.checksLeft === 0) return;
    const { trackCount, isGrowing } = await player.list(url);
    if (player.url() !== url) return;
    followed ??= { url, loadedFor: 0, checksLeft: isGrowing ? FINAL_CHECK_COUNT : 0 };
    if (followed.checksLeft === 0) return;
    followed.checksLeft = isGrowing ? FINAL_CHECK_COUNT : followed.checksLeft - 1;
    if (trackCount <= Math.max(player.countTracks(), followed.loadedFor)) return;
    if (video.paused || video.ended || video.seeking) {
      // A paused viewer keeps the current frame, so the manifest is checked again later.
      followed.checksLeft = FINAL_CHECK_COUNT;
      return;
    }
    followed.loadedFor = trackCount;
    await loadAgain(
      video,
      player,
      url,
      AbortSignal.any([end.signal, AbortSignal.timeout(MAX_MANIFEST_LOAD_MS)]),
    );
  }
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    check()
      // A failed read is repeated at the next check.
      .catch(() => {})
      .finally(() => {
        isChecking = false;
      });
  }, CHECK_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    end.abort();
  };
}

async function loadAgain(
  video: HTMLVideoElement,
  player: ManifestPlayer,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  const { currentTime, playbackRate } = video;
  /** Returns whether the page still uses the same source. */
  const isOurs = () => !signal.aborted && [url, undefined].includes(player.url());
  freezeLastFrame(video);
  // An element without data reports and keeps the position that is set.
  const stay = () => {
    if (isOurs()) video.currentTime = currentTime;
  };
  video.addEventListener("emptied", stay);
  try {
    await player.load(url, currentTime, signal);
  } finally {
    video.removeEventListener("emptied", stay);
  }
  if (!isOurs()) return;
  video.playbackRate = playbackRate;
  await video.play();
}

/** Resolves when an element can continue with its new source, and rejects when it cannot, or is aborted. */
export function awaitData(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener("loadeddata", () => resolve(), { once: true, signal });
    video.addEventListener("error", () => reject(video.error), { once: true, signal });
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
