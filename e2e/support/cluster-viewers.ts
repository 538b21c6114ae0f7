import { setTimeout as delay } from "node:timers/promises";
import { startSessionAt } from "./cluster.ts";

/** How far ahead of playback a player loads, in ms. */
const BUFFER_AHEAD_MS = 10_000;
const RETRY_DELAY_MS = 200;
const POLL_INTERVAL_MS = 200;
/** How long a live may deliver no new media before the viewer looks for another run of it, in ms. */
const MAX_MEDIA_DELAY_MS = 400;
/** How long players wait for a live to start, in seconds. */
const LIVE_WAIT_SEC = 20;

/** How smooth a viewer's playback was, and what it loaded. */
export interface ViewerResult {
  /** The longest time for which the video was stalled. */
  longestStallMs: number;
  segments: number;
}

interface ListedSegment {
  url: URL;
  durationMs: number;
}

/** Plays a video repeatedly like a player. It loads some seconds ahead in real time, and opens a new session if its edge disappears. */
export async function watchVideo(edgeUrl: string, uuid: string, signal: AbortSignal): Promise<ViewerResult> {
  const watched: ViewerResult = { longestStallMs: 0, segments: 0 };
  /** The time at which the loaded segments will have been played. */
  let loadedToMs = Number.POSITIVE_INFINITY;
  let list: ListedSegment[] = [];
  for (let n = 0; !signal.aborted; )
    try {
      if (list.length === 0) list = await listSegments(edgeUrl, uuid);
      const { url, durationMs } = list[n % list.length] as ListedSegment;
      await loadText(url);
      const nowMs = performance.now();
      watched.longestStallMs = Math.max(watched.longestStallMs, nowMs - loadedToMs);
      loadedToMs = Math.max(nowMs, Number.isFinite(loadedToMs) ? loadedToMs : nowMs) + durationMs;
      watched.segments += 1;
      n += 1;
      const aheadMs = loadedToMs - nowMs - BUFFER_AHEAD_MS;
      if (aheadMs > 0) await delay(aheadMs, undefined, { signal }).catch(() => undefined);
    } catch {
      list = [];
      await delay(RETRY_DELAY_MS);
    }
  // The last stall may never have ended, so it is counted up to now.
  watched.longestStallMs = Math.max(watched.longestStallMs, performance.now() - loadedToMs);
  return watched;
}

/** A period in which a live delivered no new media. */
export interface LiveGap {
  ms: number;
  /** The time at which new media arrived again, in ms since 1970. */
  endMs: number;
}

/**
 * Follows a live at an edge, and opens a new session if the live continues as another run.
 * @returns the times without new media, the longest first.
 */
export async function watchLive(edgeUrl: string, uuid: string, signal: AbortSignal): Promise<LiveGap[]> {
  const gaps: LiveGap[] = [];
  const note = (ms: number) => gaps.push({ ms, endMs: Date.now() });
  let lastMs = Number.NaN;
  let known = "";
  let list: URL | undefined;
  while (!signal.aborted)
    try {
      list ??= await findRendition(edgeUrl, uuid, LIVE_WAIT_SEC);
      const newest = listMediaIn(await loadText(list)).at(-1) ?? "";
      // The playlist of an ended run does not continue, because a new run has its own playlist.
      if (newest === "" || (newest === known && performance.now() - lastMs > MAX_MEDIA_DELAY_MS))
        list = undefined;
      if (newest !== "" && newest !== known) {
        const nowMs = performance.now();
        if (!Number.isNaN(lastMs)) note(nowMs - lastMs);
        [lastMs, known] = [nowMs, newest];
      }
      await delay(POLL_INTERVAL_MS);
    } catch {
      list = undefined;
      await delay(POLL_INTERVAL_MS);
    }
  note(performance.now() - lastMs);
  return gaps.toSorted((one, other) => other.ms - one.ms);
}

async function loadText(url: URL): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return response.text();
}

/** Returns the URLs of a playlist's segments and parts, in the playlist's order. */
const listMediaIn = (list: string): string[] =>
  list.split("\n").flatMap((line) => {
    if (line !== "" && !line.startsWith("#")) return [line];
    const part = /^#EXT-X-PART:.*URI="([^"]+)"/.exec(line)?.[1];
    return part === undefined ? [] : [part];
  });

async function findRendition(edgeUrl: string, uuid: string, waitSec = 0): Promise<URL> {
  const main = await startSessionAt(edgeUrl, uuid, waitSec);
  const [rendition] = (await loadText(main))
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (rendition === undefined) throw new Error("No rendition");
  return new URL(rendition, main);
}

async function listSegments(edgeUrl: string, uuid: string): Promise<ListedSegment[]> {
  const list = await findRendition(edgeUrl, uuid);
  const text = await loadText(list);
  const segments = [...text.matchAll(/^#EXTINF:([\d.]+),[^\n]*\n(?:#[^\n]*\n)*([^#\n]+)$/gm)];
  if (segments.length === 0) throw new Error("No segments");
  return segments.map(([, sec, line = ""]) => ({
    url: new URL(line, list),
    durationMs: Number(sec) * 1_000,
  }));
}
