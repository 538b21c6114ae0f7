import { createHash } from "node:crypto";
import type { PlaybackTrack } from "@shoal/contract/edge";
import { type EncodePlan, type PlannedRung, SegmentIndex } from "@shoal/contract/stored-data";
import {
  contiguousSegments,
  joinIndexes,
  joinStoryboards,
  measureBandwidth,
  planSceneLadder,
} from "@shoal/media";
import type { MediaStore } from "@shoal/store";
import type { SceneRow } from "./scene-lists.repository.ts";

/** A scene with ready media. */
export interface ReadyScene {
  plan: EncodePlan;
  tracks: PlaybackTrack[];
  storyboard: SceneRow["storyboard"];
  thumbnailObject: string | null;
  durationSec: number;
  name: string;
  hasSound: boolean;
}

/** @returns the scenes in order; undefined if a scene is not ready or there are no scenes. */
export function readyScenes(rows: readonly SceneRow[]): ReadyScene[] | undefined {
  const ready = rows.flatMap(({ plan, tracks, status, ...row }): ReadyScene[] =>
    plan && tracks && status === "encoded"
      ? [
          {
            plan,
            tracks,
            storyboard: row.storyboard,
            thumbnailObject: row.thumbnail_object,

            durationSec: row.duration_sec ?? 0,
            name: row.name,
            hasSound: row.has_sound,
          },
        ]
      : [],
  );
  return ready.length > 0 && ready.length === rows.length ? ready : undefined;
}

export const totalSecOf = (scenes: readonly { durationSec: number }[]) =>
  scenes.reduce((sum, { durationSec }) => sum + durationSec, 0);

/** Returns one chapter per scene, as JSON for the column `chapters`. */
export function chaptersOf(scenes: readonly { name: string; durationSec: number }[]): string {
  let startSec = 0;
  const chapters = scenes.map(({ name, durationSec }) => {
    const chapter = { start: startSec, title: name };
    startSec += durationSec;
    return chapter;
  });
  return JSON.stringify(chapters);
}

/** Where a generation of a list is stored. */
export interface ListLocation {
  store: Pick<MediaStore, "put" | "read">;
  /** The folder `videos/{uuid}/{generation}` in the media store. */
  folder: string;
  version: number;
}

/** Joins the scenes' tracks and writes the indexes of the list's tracks. */
export async function writeTracks(
  scenes: readonly ReadyScene[],
  place: ListLocation,
): Promise<{ tracks: PlaybackTrack[]; plan: EncodePlan }> {
  const ladder = planSceneLadder(scenes.map(({ plan }) => plan.rungs));
  const tracks: PlaybackTrack[] = [];
  for (const { rung, chosen } of ladder) {
    const index = await joinTrack(rung.id, scenes, chosen, place);
    tracks.push(await writeTrack(index, videoFacts(rung), place));
  }
  if (scenes.some(({ hasSound }) => hasSound)) {
    const chosen = scenes.map(({ plan }) => plan.audio[0]?.id ?? "");
    const index = await joinTrack("a0", scenes, chosen, place);
    tracks.push(await writeTrack(index, audioFactsOf(scenes), place));
  }
  return {
    tracks,
    plan: planOf(
      scenes,
      ladder.map(({ rung }) => rung),
    ),
  };
}

/** Joins one track of all scenes. Indexes are read one at a time, since the indexes of long scenes are large. */
async function joinTrack(
  trackId: string,
  scenes: readonly ReadyScene[],
  chosen: readonly string[],
  { store, version }: ListLocation,
): Promise<SegmentIndex> {
  const parts: { index: SegmentIndex; durationSec: number }[] = [];
  for (const [at, { tracks, durationSec }] of scenes.entries()) {
    const track = tracks.find(({ id }) => id === chosen[at]);
    if (!track) throw new Error(`Scene ${at} has no track ${chosen[at]}`);
    const bytes = await store.read(track.indexObject);
    parts.push({ index: SegmentIndex.parse(JSON.parse(Buffer.from(bytes).toString())), durationSec });
  }
  return joinIndexes(trackId, parts, version);
}

type TrackFacts = Pick<PlaybackTrack, "kind" | "width" | "height" | "fps" | "language" | "name">;

async function writeTrack(
  index: SegmentIndex,
  facts: TrackFacts,
  { store, folder, version }: ListLocation,
): Promise<PlaybackTrack> {
  const indexObject = `${folder}/index/${index.trackId}.${version}.json`;
  await store.put(indexObject, Buffer.from(JSON.stringify(SegmentIndex.parse(index))));
  const { trackId: id, codecs } = index;
  return {
    id,
    codecs,
    ...facts,
    ...measureBandwidth(contiguousSegments(index)),

    indexObject,
    indexVersion: version,
  };
}

const videoFacts = ({ width, height, fps }: PlannedRung): TrackFacts => ({
  kind: "video",
  width,
  height,
  fps: fps.num / fps.den,
  language: null,
  name: null,
});

/** Returns the language of the audio if all audible scenes share it. */
function audioFactsOf(scenes: readonly ReadyScene[]): TrackFacts {
  const languages = scenes.flatMap(({ hasSound, plan }) => (hasSound ? [plan.audio[0]?.language ?? ""] : []));
  const [first = ""] = languages;
  const language = languages.every((each) => each === first) ? first || null : null;
  return { kind: "audio", width: null, height: null, fps: null, language, name: null };
}

/** Describes the composition of the list like the encoding plan of a video. No job reads it. */
function planOf(scenes: readonly ReadyScene[], rungs: PlannedRung[]): EncodePlan {
  const [first] = scenes;
  if (!first) throw new Error("A scene list has a scene at least");
  const durationSec = totalSecOf(scenes);
  const [piece] = first.plan.pieces;
  return {
    ...first.plan,
    rungs,
    info: { ...first.plan.info, durationSec },
    segmentStartsSec: [0, durationSec],
    pieces: piece ? [{ ...piece, index: 0, startSec: 0, endSec: durationSec }] : first.plan.pieces,
    firstRungId: rungs[0]?.id ?? "",
  };
}

/** Combines the scenes' storyboards into one; null if there is no storyboard. */
export async function writePictures(
  scenes: readonly ReadyScene[],
  { store, folder }: Omit<ListLocation, "version">,
) {
  const parts = scenes.map(async ({ storyboard, durationSec }) => {
    const bytes = storyboard && (await store.read(storyboard.vttObject));
    return { vtt: bytes ? Buffer.from(bytes).toString() : undefined, durationSec };
  });
  const sprites = [...new Set(scenes.flatMap(({ storyboard }) => storyboard?.sprites ?? []))];
  const thumbnailObject = scenes[0]?.thumbnailObject ?? null;
  if (sprites.length === 0) return { thumbnailObject, storyboard: null };
  const vtt = Buffer.from(joinStoryboards(await Promise.all(parts)));
  const vttObject = `${folder}/storyboard/${createHash("sha256").update(vtt).digest("hex").slice(0, 32)}.vtt`;
  await store.put(vttObject, vtt);
  return { thumbnailObject, storyboard: { vttObject, sprites } };
}
