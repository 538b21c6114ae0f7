import {
  AppError,
  type ErrorCode,
  type FieldError,
  MAX_CHAPTER_TITLE_LENGTH,
  MAX_SCENE_LIST_SEC,
  type Scene,
} from "@shoal/contract";
import type { Tx } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import type { SceneMaker } from "../encoding/index.ts";
import { createVideosRepository, type VideoRow } from "../videos/index.ts";
import { createSceneListsRepository } from "./scene-lists.repository.ts";

type PlannedScene = Awaited<ReturnType<SceneMaker["plan"]>>;
/** The media of a scene, which the list already has or which must be made. */
type SceneMedia = { title: string; durationSec: number } & (
  | { mediaUuid: string }
  | { origin: VideoRow; planned: PlannedScene }
);
type MediaByScene = ReadonlyMap<string, SceneMedia>;

export interface PlacementContext {
  actor: Actor;
  listUuid: string;
  maker: SceneMaker;
}

/**
 * Replaces the scenes of a locked list. Parts that it already has are kept, even if their videos changed, so that reordering or
 * renaming re-encodes nothing. A part used twice is made once.
 * @returns the uuids of the added media, some of which need no work.
 * @throws AppError "video_not_found", "illegal_transition" or "bad_request"; its fields name every invalid scene, such as
 * `scenes.3.video`.
 */
export async function placeScenes(tx: Tx, placing: PlacementContext, scenes: Scene[]): Promise<string[]> {
  const kept = await findReusable(tx, placing);
  const missing = scenes.filter((scene) => !kept.has(keyOf(scene)));
  const origins = await lockOrigins(tx, placing.actor, missing);
  const placed = new Map(kept);
  const faults: SceneFault[] = [];
  for (const [at, scene] of scenes.entries())
    if (!placed.has(keyOf(scene))) {
      const answer = await planScene(origins.get(scene.video), scene, placing.maker);
      if (Array.isArray(answer)) faults.push(...answer.map((fault) => toListFault(fault, at)));
      else placed.set(keyOf(scene), answer);
    }
  if (faults.length > 0) throw refusalOf(faults);
  assertLength(scenes, placed);
  return saveScenes(tx, placing, scenes, placed);
}

const keyOf = (scene: Pick<Scene, "video" | "in" | "out" | "mode">) =>
  [scene.video, scene.in, scene.out, scene.mode].join();

/** Finds the parts that the list already has, without failed parts, which are made again. */
async function findReusable(tx: Tx, { actor, listUuid }: PlacementContext): Promise<MediaByScene> {
  const media = await createSceneListsRepository(tx).listMedia(actor.clientUuid, listUuid);
  const usable = media.filter(({ status }) => status !== "error");
  return new Map(
    usable.map((each): [string, SceneMedia] => [
      keyOf({ video: each.origin_uuid, in: each.in_sec, out: each.out_sec, mode: each.mode }),
      { mediaUuid: each.video_uuid, title: each.origin_title, durationSec: each.duration_sec ?? 0 },
    ]),
  );
}

/** Locks all videos in one call, which orders them so that two calls cannot deadlock. */
async function lockOrigins(tx: Tx, actor: Actor, scenes: Scene[]): Promise<Map<string, VideoRow>> {
  const uuids = [...new Set(scenes.map(({ video }) => video))];
  if (uuids.length === 0) return new Map();
  const rows = await createVideosRepository(tx).lockVideos(actor.clientUuid, uuids);
  return new Map(rows.map((row) => [row.uuid, row]));
}

/** An error in a scene's field, with the error code that a call about only this video would have. */
type SceneFault = FieldError & { code: ErrorCode };
/** The fields of a scene by the names of the corresponding fields of a cut. */
const FIELD_NAMES: Record<string, string> = { start: "in", end: "out" };
const toListFault = ({ path, ...fault }: SceneFault, at: number): SceneFault => ({
  ...fault,
  path: `scenes.${at}.${FIELD_NAMES[path] ?? path}`,
});

/** @returns the plan, or the errors if the scene cannot be made. */
async function planScene(
  origin: VideoRow | undefined,
  scene: Scene,
  maker: SceneMaker,
): Promise<SceneMedia | SceneFault[]> {
  if (!origin) return [{ code: "video_not_found", path: "video", reason: "does not exist" }];
  try {
    const planned = await maker.plan(origin, scene);
    return { title: origin.title, durationSec: planned.durationSec, origin, planned };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message } = error;
    return (error.fields ?? [{ path: "video", reason: message }]).map((field) => ({ ...field, code }));
  }
}

/** Reports invalid values first, then missing videos, and videos that cannot be cut last. */
function refusalOf(faults: readonly SceneFault[]): AppError {
  const order: ErrorCode[] = ["bad_request", "video_not_found"];
  const code = order.find((each) => faults.some((fault) => fault.code === each)) ?? "illegal_transition";
  const fields = faults.map(({ path, reason }) => ({ path, reason }));
  return new AppError(code, "Some scenes cannot be created", fields);
}

function assertLength(scenes: Scene[], placed: MediaByScene): void {
  const totalSec = scenes.reduce((sum, scene) => sum + (placed.get(keyOf(scene))?.durationSec ?? 0), 0);
  if (totalSec > MAX_SCENE_LIST_SEC)
    throw new AppError("bad_request", "Some fields are not valid", [
      { path: "scenes", reason: `must not last longer than ${MAX_SCENE_LIST_SEC} s in total` },
    ]);
}

/** @returns the uuids of the added media. */
async function saveScenes(
  tx: Tx,
  placing: PlacementContext,
  scenes: Scene[],
  placed: MediaByScene,
): Promise<string[]> {
  const media = new Map<string, string>();
  const added: string[] = [];
  for (const scene of scenes) {
    const found = placed.get(keyOf(scene));
    if (!found || media.has(keyOf(scene))) continue;
    const mediaUuid = "mediaUuid" in found ? found.mediaUuid : await addMedia(tx, placing, scene, found);
    if (!("mediaUuid" in found)) added.push(mediaUuid);
    media.set(keyOf(scene), mediaUuid);
  }
  const named = scenes.map((scene) => ({
    name: scene.name ?? (placed.get(keyOf(scene))?.title ?? "").slice(0, MAX_CHAPTER_TITLE_LENGTH),
    mediaUuid: media.get(keyOf(scene)) ?? "",
  }));
  await createSceneListsRepository(tx).replaceScenes(placing.listUuid, named);
  return added;
}

async function addMedia(
  tx: Tx,
  { listUuid, maker }: PlacementContext,
  scene: Scene,
  { origin, planned }: { origin: VideoRow; planned: PlannedScene },
): Promise<string> {
  const { uuid } = await maker.make(origin, planned);
  await createSceneListsRepository(tx).addMedia({
    video_uuid: uuid,
    list_uuid: listUuid,
    origin_uuid: scene.video,
    origin_title: origin.title,

    in_sec: scene.in,
    out_sec: scene.out,
    mode: scene.mode,
    has_sound: planned.hasSound,
  });
  return uuid;
}
