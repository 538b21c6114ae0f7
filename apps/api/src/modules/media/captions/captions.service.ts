import { randomUUID } from "node:crypto";
import {
  AppError,
  type BodyOf,
  type CaptionCue,
  type CaptionTrack,
  MAX_CAPTIONS,
  type ResponseOf,
  type routes,
} from "@shoal/contract";
import {
  type CaptionsFile,
  isWorkNeeded,
  readCaptionsFile,
  sortCues,
  tidyCueText,
  tidySettings,
} from "@shoal/domain";
import { readAnyCharset } from "@shoal/domain/charset";
import type { MediaStore } from "@shoal/store";
import type { Database, Tx } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { isUniqueViolation } from "../../../platform/unique-violation.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createVideosRepository, type VideoRow, videoNotFound } from "../videos/index.ts";
import { ageObjects, folderOf, putCues } from "./caption-objects.ts";
import { ownNameOf, presentCaptions } from "./captions.present.ts";
import {
  type CaptionsRow,
  type CaptionsWithCues,
  createCaptionsRepository,
  createExtractionsRepository,
} from "./captions.repository.ts";
import type { CaptionsUpload } from "./upload-body.ts";

export interface CaptionsDeps {
  db: Database;
  store: Pick<MediaStore, "put" | "remove">;
  queue: Pick<JobQueue, "sendPurge">;
  realtime: Pick<Realtime, "emit">;
}
/** The uuids of a track and its video. */
export interface CaptionsId {
  id: string;
  captionsId: string;
}
type CaptionsList = ResponseOf<typeof routes.listCaptions>;
type TrackWithCues = ResponseOf<typeof routes.getCaptions>;
type CaptionsChange = BodyOf<typeof routes.changeCaptions>;
type NewCues = BodyOf<typeof routes.setCaptionCues>;

/** Manages the subtitles of videos, in any number of languages. Every change is a transaction on the locked video. */
export function createCaptionsService({ db, store, queue, realtime }: CaptionsDeps) {
  return {
    /** @throws AppError "video_not_found". */
    async listCaptions(actor: Actor, videoUuid: string): Promise<CaptionsList> {
      const video = await getVideo(actor, videoUuid);
      const rows = await createCaptionsRepository(db).listCaptions(actor.clientUuid, videoUuid);
      return { tracks: rows.map(presentCaptions), extraction: await extractionOf(video) };
    },

    /** @throws AppError "video_not_found" or "captions_not_found". */
    async getCaptions(actor: Actor, which: CaptionsId): Promise<TrackWithCues> {
      const row = await findWithCues(actor, which);
      return { ...presentCaptions(row), cues: row.cues };
    },

    /**
     * Adds a track from a file. @throws AppError "video_not_found", "captions_file_unreadable" that names each wrong line
     *   as `lines.N`, "captions_label_taken" or "captions_too_many".
     */
    async addCaptions(actor: Actor, videoUuid: string, upload: CaptionsUpload) {
      await getVideo(actor, videoUuid);
      const { text, charset } = readAnyCharset(upload.bytes, upload.language);
      const { cues, notes } = readFile(text);
      const { language, label = ownNameOf(language), kind } = upload;
      const isDefault = upload.isDefault === "true";
      const added = await change(actor, videoUuid, async (tx) => {
        const captions = createCaptionsRepository(tx);
        await assertRoom(tx, actor, videoUuid);
        if (isDefault) await captions.clearDefault(actor.clientUuid, videoUuid);
        const uuid = randomUUID();
        const object = await putCues(store, { videoUuid, uuid, version: 1 }, cues);
        return captions.addCaptions({
          uuid,
          video_uuid: videoUuid,
          client_uuid: actor.clientUuid,
          origin: "uploaded",

          language,
          label,
          kind,
          is_default: isDefault,
          cues: JSON.stringify(cues),
          object,
        });
      });
      return { ...presentCaptions(added), charset, notes };
    },

    /** @throws AppError "captions_not_found", "edit_conflict" for an old revision, "captions_label_taken". */
    changeCaptions: async (
      actor: Actor,
      which: CaptionsId,
      wanted: CaptionsChange,
    ): Promise<CaptionTrack> => {
      const { language, label, kind, isDefault } = wanted;
      const changed = await changeTrack(actor, which, wanted.revision, async (tx, row) => {
        const captions = createCaptionsRepository(tx);
        if (isDefault) await captions.clearDefault(actor.clientUuid, which.id);
        return captions.updateCaptions(row, {
          language: language ?? row.language,
          label: label ?? row.label,
          kind: kind ?? row.kind,
          is_default: isDefault ?? row.is_default,
        });
      });
      return presentCaptions(changed);
    },

    /** @throws AppError "captions_not_found", "edit_conflict", or "bad_request" for a cue without text. */
    async setCues(actor: Actor, which: CaptionsId, { revision, cues }: NewCues): Promise<TrackWithCues> {
      const tidied = normalizeCues(cues);
      let gone: string[] = [];
      const changed = await changeTrack(actor, which, revision, async (tx, row) => {
        const version = row.version + 1;
        const of = { videoUuid: row.video_uuid, uuid: row.uuid, version };
        const aged = ageObjects(row.object, row.former_objects);
        gone = aged.gone;
        return createCaptionsRepository(tx).updateCaptions(row, {
          version,
          object: await putCues(store, of, tidied),
          former_objects: aged.kept,

          cues: JSON.stringify(tidied),
          is_edited: true,
        });
      });
      for (const object of gone) await store.remove(object);
      return { ...presentCaptions(changed), cues: tidied };
    },

    /** @throws AppError "video_not_found" or "captions_not_found". */
    async deleteCaptions(actor: Actor, { id, captionsId }: CaptionsId): Promise<void> {
      await change(actor, id, async (tx) => {
        const isThere = await createCaptionsRepository(tx).deleteCaptions(actor.clientUuid, id, captionsId);
        if (!isThere) throw captionsNotFound();
        await queue.sendPurge(tx, { prefixes: [folderOf(id, captionsId)] });
      });
    },
  };

  async function getVideo(actor: Actor, uuid: string): Promise<VideoRow> {
    const video = await createVideosRepository(db).findVideo(actor.clientUuid, uuid);
    if (!video) throw videoNotFound();
    return video;
  }

  async function findWithCues(actor: Actor, { id, captionsId }: CaptionsId): Promise<CaptionsWithCues> {
    await getVideo(actor, id);
    const row = await createCaptionsRepository(db).findCaptions(actor.clientUuid, id, captionsId);
    if (!row) throw captionsNotFound();
    return row;
  }

  async function extractionOf({ uuid, status }: VideoRow): Promise<CaptionsList["extraction"]> {
    const found = await createExtractionsRepository(db).findExtraction(uuid);
    if (!found) return { state: "none", unconvertible: [] };
    const isGivenUp = found.state === "waiting" && !isWorkNeeded(status, "extract-captions");
    return { state: isGivenUp ? "failed" : found.state, unconvertible: found.unconvertible as never };
  }

  function changeTrack(
    actor: Actor,
    { id, captionsId }: CaptionsId,
    revision: number,
    work: (tx: Tx, row: CaptionsRow) => Promise<CaptionsRow>,
  ): Promise<CaptionsRow> {
    return change(actor, id, async (tx) => {
      const row = await createCaptionsRepository(tx).findTrack(actor.clientUuid, id, captionsId);
      if (!row) throw captionsNotFound();
      if (row.revision !== revision)
        throw new AppError("edit_conflict", `Someone else changed these captions: revision ${row.revision}`);
      return work(tx, row);
    });
  }

  /** Changes captions of a video, and notifies players and browsers. */
  async function change<T>(actor: Actor, uuid: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const changed = await db
      .transaction()
      .execute(async (tx) => {
        const videos = createVideosRepository(tx);
        if (!(await videos.lockVideo(actor.clientUuid, uuid))) throw videoNotFound();
        const result = await work(tx);
        await videos.recordChange(actor.clientUuid, uuid);
        return result;
      })
      .catch((error: unknown) => {
        throw isUniqueViolation(error, "captions_label") ? labelTaken() : error;
      });
    realtime.emit(actor.clientUuid, "video.changed", { uuid, isNew: false });
    return changed;
  }
}
export type CaptionsService = ReturnType<typeof createCaptionsService>;

const captionsNotFound = () => new AppError("captions_not_found", "No such captions");

const labelTaken = () =>
  new AppError("captions_label_taken", "This video already has captions with this language and name", [
    { path: "label", reason: "is already used in this language" },
  ]);

async function assertRoom(tx: Tx, actor: Actor, videoUuid: string): Promise<void> {
  const rows = await createCaptionsRepository(tx).listCaptions(actor.clientUuid, videoUuid);
  if (rows.length >= MAX_CAPTIONS)
    throw new AppError("captions_too_many", `A video can have at most ${MAX_CAPTIONS} caption tracks`);
}

function readFile(text: string): Pick<CaptionsFile, "cues" | "notes"> {
  const { cues, notes, faults } = readCaptionsFile(text);
  if (faults.length === 0) return { cues, notes };
  const fields = faults.map(({ line, reason }) => ({ path: line > 0 ? `lines.${line}` : "file", reason }));
  throw new AppError("captions_file_unreadable", "Some lines of the file are not valid", fields);
}

/** Returns edited cues in their stored form, with only the tags and settings of WebVTT. */
function normalizeCues(cues: readonly CaptionCue[]): CaptionCue[] {
  const tidied = cues.map((cue) => ({
    ...cue,
    text: tidyCueText(cue.text),
    settings: tidySettings(cue.settings),
  }));
  const fields = tidied.flatMap(({ text }, index) =>
    text === "" ? [{ path: `cues.${index}.text`, reason: "has no text" }] : [],
  );
  if (fields.length > 0) throw new AppError("bad_request", "Some fields are not valid", fields);
  return sortCues(tidied);
}
