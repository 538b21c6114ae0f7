import { PRODUCT_SOURCE_PATH, type SceneMode } from "@shoal/contract";
import type { Tx } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import {
  type ArchivesOfVideos,
  createVideosRepository,
  inheritedColumns,
  type RulesOfCopies,
  type VideoRow,
} from "../videos/index.ts";
import { createCutsRepository } from "./cuts.repository.ts";
import { assertComplete, saveCut } from "./cuts.service.ts";
import { createEncodingsRepository } from "./encodings.repository.ts";
import { sendCutSound, sendCuts } from "./jobs-to-send.ts";
import { type OriginMedia, type PlannedScene, planScene, readOrigin } from "./plan-scene.ts";

/** A requested part of a video that the caller has locked. */
export interface SceneRequest {
  in: number;
  out: number;
  mode: SceneMode;
}

export interface SceneMakerDeps {
  queue: Pick<JobQueue, "send">;
  rules: Pick<RulesOfCopies, "inheritRules">;
  archives: Pick<ArchivesOfVideos, "listFolders">;
}

/**
 * Creates the media of scenes, which are cuts that are not visible on their own. One maker serves one transaction and reads
 * each video only once.
 */
export function createSceneMaker(tx: Tx, { queue, rules, archives }: SceneMakerDeps) {
  const origins = new Map<string, OriginMedia>();

  async function read(origin: VideoRow): Promise<OriginMedia> {
    const known = origins.get(origin.uuid) ?? (await readOrigin(tx, origin));
    origins.set(origin.uuid, known);
    return known;
  }

  return {
    /** @throws AppError "illegal_transition" for a video that cannot be cut; "bad_request" naming `start` or `end`. */
    async plan(origin: VideoRow, wish: SceneRequest): Promise<PlannedScene> {
      assertComplete(origin);
      return planScene(await read(origin), wish);
    },

    /**
     * Adds the media and starts any work on them.
     * @returns the row of the media.
     */
    async make(origin: VideoRow, planned: PlannedScene): Promise<VideoRow> {
      const [row] = await createVideosRepository(tx).addVideos([buildRow(origin, planned)]);
      if (!row) throw new Error("The scene was not saved");
      await rules.inheritRules(tx, { clientUuid: row.client_uuid, uuid: row.uuid, originUuid: origin.uuid });
      await saveCut(tx, row.uuid, origin, planned, archives);
      if (planned.pictures.length > 0) await makeWhole(row, planned);
      else await sendCuts(tx, queue, [row], await createCutsRepository(tx).findCuts([row.uuid]));
      return row;
    },
  };

  /** Makes a scene of a whole video from existing video tracks. Its audio may still have to be encoded. */
  async function makeWhole(row: VideoRow, planned: PlannedScene): Promise<void> {
    const { uuid, generation } = row;
    const { plan, tracks, inSec, outSec, pictures, sound } = planned;
    const encodings = createEncodingsRepository(tx);
    await encodings.addEncoding(uuid, generation, plan);
    await encodings.updateEncoding(uuid, generation, { is_queued: true });
    await encodings.addOutput({ uuid, generation, job: "encode-piece", pieceIndex: 0 }, pictures);
    if (sound.length > 0) await encodings.addOutput({ uuid, generation, job: "audio", pieceIndex: 0 }, sound);
    else await sendCutSound(tx, queue, row, { plan, tracks, inSec, outSec });
  }
}
export type SceneMaker = ReturnType<typeof createSceneMaker>;

function buildRow(origin: VideoRow, { durationSec }: PlannedScene) {
  return {
    kind: "scene" as const,
    client_uuid: origin.client_uuid,
    user_uuid: null,
    title: origin.title,
    status: "segmented" as const,
    input_qualities: JSON.stringify(origin.input_qualities),
    // The scene list that shows a scene applies these conditions.
    ...inheritedColumns(origin),
    source_path: PRODUCT_SOURCE_PATH,
    duration_sec: durationSec,
    uploading_percent: 100,
  };
}
