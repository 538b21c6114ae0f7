import { formatClock } from "../playlists/storyboard.ts";

/** The maximum number of tiles: a user cannot distinguish more on a timeline, and players read all of them at once. */
const MAX_TILES = 2_000;
const CUE_PATTERN = /^(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)\s+-->\s+\S+\s*\n(\S+)/gm;

/** The WebVTT of one scene, on the scene's timeline; undefined while it has no thumbnails. */
export interface SceneStoryboard {
  vtt: string | undefined;
  durationSec: number;
}

/** Writes one WebVTT file for the whole list; each cue keeps its thumbnail. */
export function joinStoryboards(scenes: readonly SceneStoryboard[]): string {
  const tiles: { startSec: number; target: string }[] = [];
  let sceneStartSec = 0;
  for (const { vtt = "", durationSec } of scenes) {
    for (const [, hours = "0", minutes = "0", seconds = "0", target = ""] of vtt.matchAll(CUE_PATTERN)) {
      const sec = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
      if (sec < durationSec) tiles.push({ startSec: sceneStartSec + sec, target });
    }
    sceneStartSec += durationSec;
  }
  const step = Math.ceil(tiles.length / MAX_TILES);
  const shown = tiles.filter((_, n) => n % Math.max(1, step) === 0);
  const cues = shown.map(
    ({ startSec, target }, n) =>
      `${formatClock(startSec)} --> ${formatClock(shown[n + 1]?.startSec ?? sceneStartSec)}\n${target}\n`,
  );
  return ["WEBVTT\n", ...cues].join("\n");
}
