import { createWriteStream } from "node:fs";
import { access, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { JobPayload } from "@shoal/contract/jobs";
import type { Segment } from "@shoal/contract/stored-data";
import {
  type FfmpegArgs,
  keyFrameMovie,
  MediaFault,
  runFfmpeg,
  SPRITE_COLUMNS,
  SPRITE_ROWS,
  spriteArgs,
  spriteFile,
  THUMBNAIL_FILE,
  thumbnailArgs,
  tileSize,
  writeStoryboard,
} from "@shoal/media";
import { objectNameOf } from "../media/object-names.ts";
import { type JobDeps, type JobHandler, resultBase } from "./job.ts";

/**
 * The maximum number of tiles, on four sheets. Videos of up to 27 minutes have one tile every 4 s, and longer ones have evenly
 * spread tiles.
 */
const MAX_TILES = SPRITE_COLUMNS * SPRITE_ROWS * 4;
const MOVIE_FILE = "key-frames.mp4";

/** Creates the thumbnail, the sprite sheets and their WebVTT from the key frames at the segment starts of the lowest rung. */
export const makeStoryboard: JobHandler<"make-storyboard"> = async (payload, deps) => {
  const segments = pickSegments(payload.lowestRung);
  if (segments.length === 0) throw new MediaFault("encoding_failed", "The lowest rung has no segments");
  await writeMovie(payload, segments, deps);
  const rung = payload.plan.rungs.find(({ id }) => id === payload.lowestRung.trackId);
  const tile = tileSize(rung ?? payload.plan.info.video);
  await runOnMovie(spriteArgs(tile), deps);
  await makeThumbnail(deps);
  const name = nameOf(payload, segments, deps);
  const sprites = await storeSprites(name, segments.length, deps);
  const vtt = writeStoryboard({
    startsSec: segments.map(({ startSec }) => startSec),
    endSec: payload.plan.segmentStartsSec.at(-1) ?? 0,
    tile,
    columns: SPRITE_COLUMNS,
    rows: SPRITE_ROWS,
    sheetUri: (position) => basename(sprites[position] ?? ""),
  });
  const [vttObject, thumbnailObject] = [`${name}.vtt`, `${name}-thumbnail.jpg`];
  await deps.store.put(vttObject, Buffer.from(vtt));
  await deps.store.putFile(thumbnailObject, join(deps.workFolder, THUMBNAIL_FILE));
  const { isWhole } = payload;
  return { type: "storyboard", ...resultBase(payload), thumbnailObject, sprites, vttObject, isWhole };
};

/** Picks evenly spread segments among those that use the default init segment, or an identical one. */
function pickSegments({ init, moreInits, segments }: JobPayload<"make-storyboard">["lowestRung"]): Segment[] {
  const sorted = segments
    .filter(({ initNumber = 0 }) => initNumber === 0 || moreInits?.[initNumber - 1]?.sha256 === init.sha256)
    .toSorted((a, b) => a.number - b.number);
  const step = Math.max(1, Math.ceil(sorted.length / MAX_TILES));
  return sorted.filter((_, n) => n % step === 0);
}

async function writeMovie(
  { lowestRung }: JobPayload<"make-storyboard">,
  segments: readonly Segment[],
  { store, workFolder }: JobDeps,
): Promise<void> {
  const init = await store.read(lowestRung.init.object, lowestRung.init);
  const movie = keyFrameMovie(init, segments, (object, range) => store.read(object, range));
  await pipeline(Readable.from(movie), createWriteStream(join(workFolder, MOVIE_FILE)));
}

function runOnMovie(args: FfmpegArgs, { sandbox, workFolder, signal }: JobDeps) {
  const inputPath = join(workFolder, MOVIE_FILE);
  return runFfmpeg(args, { sandbox, inputPath, outputFolder: workFolder, signal });
}

/** Makes the thumbnail. Even a video that is dark throughout gets one. */
async function makeThumbnail(deps: JobDeps): Promise<void> {
  const file = join(deps.workFolder, THUMBNAIL_FILE);
  const isThere = () =>
    access(file).then(
      () => true,
      () => false,
    );
  await runOnMovie(thumbnailArgs(true), deps);
  if (!(await isThere())) await runOnMovie(thumbnailArgs(false), deps);
}

async function storeSprites(name: string, tiles: number, { store, workFolder }: JobDeps): Promise<string[]> {
  const count = Math.ceil(tiles / (SPRITE_COLUMNS * SPRITE_ROWS));
  const objects: string[] = [];
  for (let position = 0; position < count; position++) {
    const object = `${name}-${position}.jpg`;
    await store.put(object, await readFile(join(workFolder, spriteFile(position))));
    objects.push(object);
  }
  return objects;
}

function nameOf(payload: JobPayload<"make-storyboard">, segments: readonly Segment[], deps: JobDeps): string {
  const { videoUuid, generation } = payload;
  const ingredients = [segments.map(({ sha256, startSec }) => [sha256, startSec]), deps.ffmpegVersion];
  return objectNameOf({ videoUuid, generation, trackId: "storyboard", ingredients });
}
