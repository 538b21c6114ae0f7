export interface StoryboardTile {
  startSec: number;
  endSec: number;
  url: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const CUE = /^(\S+)\s+-->\s+(\S+)/;
const REGION = /#xywh=(\d+),(\d+),(\d+),(\d+)/;

function secondsOf(stamp: string): number {
  return stamp.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** Reads a WebVTT of thumbnails: each cue names a picture and the region of it. Malformed cues are left out. */
export function parseStoryboard(vtt: string, baseUrl: string): StoryboardTile[] {
  const tiles: StoryboardTile[] = [];
  for (const block of vtt.split(/\r?\n\r?\n/)) {
    const lines = block.split(/\r?\n/);
    const at = lines.findIndex((line) => CUE.test(line));
    const [, start = "", end = ""] = CUE.exec(lines[at] ?? "") ?? [];
    const target = lines[at + 1] ?? "";
    const region = REGION.exec(target);
    if (at < 0 || !region) continue;
    const [x = 0, y = 0, width = 0, height = 0] = region.slice(1).map(Number);
    const url = new URL(target.split("#", 1)[0] ?? "", baseUrl).href;
    tiles.push({ startSec: secondsOf(start), endSec: secondsOf(end), url, x, y, width, height });
  }
  return tiles.filter(({ startSec, endSec }) => endSec > startSec);
}

export function tileAt(tiles: readonly StoryboardTile[], positionSec: number): StoryboardTile | undefined {
  return tiles.find((tile) => positionSec >= tile.startSec && positionSec < tile.endSec) ?? tiles.at(-1);
}

/** Later than that nobody waits for it any more. */
const TIMEOUT_MS = 15_000;

/** Reads a storyboard once it is first needed; a player without previews is better than one with an error. */
export async function loadStoryboard(url: string): Promise<StoryboardTile[]> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? parseStoryboard(await response.text(), new URL(url, location.href).href) : [];
  } catch {
    return [];
  }
}
