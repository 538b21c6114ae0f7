import type Hls from "hls.js";
import type { ErrorData, Events, Level, LevelLoadedData, ManifestParsedData } from "hls.js";
import { reloadInPlace } from "../reload-in-place.ts";

// The event names of hls.js's enum. Importing the enum would bundle a second hls.js into the host's page.
const MANIFEST_PARSED = "hlsManifestParsed" as Events.MANIFEST_PARSED;
const LEVEL_LOADED = "hlsLevelLoaded" as Events.LEVEL_LOADED;
const LEVELS_UPDATED = "hlsLevelsUpdated" as Events.LEVELS_UPDATED;
const FRAG_BUFFERED = "hlsFragBuffered" as Events.FRAG_BUFFERED;
const HLS_ERROR = "hlsError" as Events.ERROR;
/**
 * If the first media playlist arrives later than this after the master playlist, the master playlist may be older than the end of
 * the encoding.
 */
const STALE_AFTER_MS = 5_000;
/**
 * The delay before a check is repeated, because caches keep an unfinished playlist for a second. The last check and failed checks
 * are repeated.
 */
const RECHECK_DELAY_MS = 5_000;

/** The renditions of a master playlist, and the number of its audio tracks. */
export interface MasterContent {
  levels: readonly Pick<Level, "uri">[];
  sounds: number;
}

/**
 * Decides how a player that loaded `before` applies a master playlist that was read later.
 * @returns `nothing`; `append` if only higher levels are new, which need no new buffers; otherwise `load`.
 */
export function actionFor(before: MasterContent, now: MasterContent): "nothing" | "append" | "load" {
  // The number of tracks is compared, because a server may sign the names differently each time.
  if (now.levels.length <= before.levels.length && now.sounds <= before.sounds) return "nothing";
  const goOn = before.levels.every(({ uri }, order) => uri === now.levels[order]?.uri);
  return goOn && now.sounds === before.sounds ? "append" : "load";
}

/**
 * Rereads the master playlist while segments are still being added to the media playlists (EVENT), and adds new renditions and
 * audio tracks. Players read the master playlist only once. Levels above the highest present one are added without interruption.
 * For any others, everything is loaded again at the same position, as soon as the video plays.
 * @param mayGrow whether more may have been added since the master playlist was read, if that is known from elsewhere.
 * @returns a function that stops it.
 */
export function followLateTracks(
  hls: Hls,
  video: HTMLVideoElement,
  mayGrow: () => boolean = () => false,
): () => void {
  const Player = hls.constructor as typeof Hls;
  let known = listedBy(hls, hls.levels);
  let isGrowing = mayGrow();
  let parsedAtMs: number | undefined;
  let reader: Hls | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopWaiting: (() => void) | undefined;

  const stopReading = () => {
    const read = reader;
    reader = undefined;
    // The reader must not be destroyed while it dispatches its own events.
    if (read) setTimeout(() => read.destroy());
  };
  const setLevels = (levels: Level[]) => {
    hls.trigger(LEVELS_UPDATED, { levels });
    known = { ...known, levels: [...levels] };
  };
  const apply = (read: Hls) => {
    const now = listedBy(read, read.levels);
    const action = hls.levels.length === known.levels.length ? actionFor(known, now) : "nothing";
    if (action === "append") setLevels([...hls.levels, ...read.levels.slice(hls.levels.length)]);
    else if (action === "load") stopWaiting ??= callWhenPlaying(video, () => loadAgain(hls, video));
  };
  const check = () => {
    if (reader || !hls.url) return;
    clearTimeout(timer);
    // The reader uses the player's settings, including the page's headers and loaders.
    const settings = { ...hls.userConfig, loader: hls.config.loader, autoStartLoad: false };
    const { pLoader } = hls.config;
    const read = new Player(pLoader ? { ...settings, pLoader } : settings);
    reader = read;
    read.on(MANIFEST_PARSED, () => {
      apply(read);
      stopReading();
    });
    read.on(HLS_ERROR, (_: Events.ERROR, { fatal }: ErrorData) => {
      if (!fatal) return;
      stopReading();
      timer = setTimeout(check, RECHECK_DELAY_MS);
    });
    read.loadSource(hls.url);
  };
  const handleParsed = (_: Events.MANIFEST_PARSED, { levels }: ManifestParsedData) => {
    clearTimeout(timer);
    stopReading();
    stopWaiting?.();
    stopWaiting = undefined;
    isGrowing = mayGrow();
    parsedAtMs = performance.now();
    known = listedBy(hls, levels);
  };
  const handleLoaded = (_: Events.LEVEL_LOADED, { details }: LevelLoadedData) => {
    const isOld = parsedAtMs !== undefined && performance.now() - parsedAtMs > STALE_AFTER_MS;
    const wasGrowing = isGrowing || isOld;
    parsedAtMs = undefined;
    isGrowing = details.live && details.type === "EVENT";
    // Once the playlist has ended, one more check follows, because the last rendition may have appeared at the same time.
    if (isGrowing || wasGrowing) check();
    if (wasGrowing && !isGrowing) timer = setTimeout(check, RECHECK_DELAY_MS);
  };
  hls.on(MANIFEST_PARSED, handleParsed);
  hls.on(LEVEL_LOADED, handleLoaded);
  return () => {
    hls.off(MANIFEST_PARSED, handleParsed);
    hls.off(LEVEL_LOADED, handleLoaded);
    clearTimeout(timer);
    stopReading();
    stopWaiting?.();
  };
}

const listedBy = ({ allAudioTracks }: Hls, levels: readonly Level[]): MasterContent => ({
  levels: [...levels],
  sounds: allAudioTracks.length,
});

/** Calls `begin` once, either immediately or when playback resumes. A paused viewer keeps the current frame. */
function callWhenPlaying(video: HTMLVideoElement, begin: () => void): () => void {
  const events = ["playing", "seeked"];
  const tryIt = () => {
    if (video.paused || video.ended || video.seeking) return;
    stop();
    begin();
  };
  const stop = () => {
    for (const event of events) video.removeEventListener(event, tryIt);
  };
  for (const event of events) video.addEventListener(event, tryIt);
  tryIt();
  return stop;
}

/** Loads everything again and keeps the viewer's choice of quality, audio track and captions. */
function loadAgain(hls: Hls, video: HTMLVideoElement): void {
  const { url, config, autoLevelEnabled, levels, nextLevel, audioTracks, audioTrack } = hls;
  const { startPosition } = config;
  const chosen = autoLevelEnabled ? undefined : levels[nextLevel]?.height;
  const sound = audioTracks[audioTrack];
  const words = hls.subtitleTracks[hls.subtitleTrack];
  hls.once(MANIFEST_PARSED, (_: Events.MANIFEST_PARSED, now: ManifestParsedData) => {
    const level = now.levels.findIndex(({ height }) => height === chosen);
    if (level >= 0) hls.loadLevel = level;
    if (sound) hls.setAudioOption(sound);
    if (words) hls.setSubtitleOption(words);
  });
  hls.once(FRAG_BUFFERED, () => {
    config.startPosition = startPosition;
  });
  reloadInPlace(video, (positionSec) => {
    config.startPosition = positionSec;
    if (url) hls.loadSource(url);
  });
}
