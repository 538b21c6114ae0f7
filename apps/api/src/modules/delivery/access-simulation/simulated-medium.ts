import type { RuleChanges, SimulatedSubject } from "@shoal/contract";
import { changeSettings, chosenCollectionOf, type RuleLevels, type TracedVideo } from "@shoal/domain";
import type { Tx } from "../../../platform/database.ts";
import { createVideosRepository, videoNotFound } from "../../media/videos/index.ts";
import { findPluginVideo } from "../plugin-videos/index.ts";
import { describeRules, readDescribedRules, requireCollection, requireConfig } from "../rules/index.ts";

/** What a simulated visitor wants to watch, with the rules that are set for it below the client level. */
export interface SimulatedMedium {
  video: TracedVideo;
  levels: Omit<RuleLevels, "client">;
  /** The uuid of a hosted video, needed because a client can restrict which hosted videos play at all. */
  uuid?: string;
  /** The names that tokens may use for the medium. */
  names: { videos: string[]; collection: string | undefined };
}

export interface SubjectOptions {
  clientUuid: string;
  subject: SimulatedSubject;
  /** The draft rules, which replace those that the subject itself has. */
  draft: RuleChanges;
  /** The simulated time, in ms since 1970. The video may no longer exist at that time. */
  atMs: number;
}

/** The state of an ordinary video, used if the subject of the simulation is not a single video. */
const ANY_VIDEO: TracedVideo = { isDeleted: false, startsAt: null, hasPassword: false };

/** @throws AppError "video_not_found", "collection_not_found" or "config_not_found". */
export async function readSimulatedMedium(db: Tx, options: SubjectOptions): Promise<SimulatedMedium> {
  const { clientUuid, subject, draft } = options;
  if (subject.type === "video") return readVideo(db, subject.uuid, options);
  if (subject.type === "pluginVideo") return readPluginVideo(db, subject.uuid, options);
  if (subject.type === "collection") {
    const { name, rules } = await requireCollection(db, clientUuid, subject.uuid);
    const collection = { rules: changeSettings(rules, draft), reportedAtMs: null };
    return { video: ANY_VIDEO, levels: { collection }, names: { videos: [], collection: name } };
  }
  const names = { videos: [], collection: undefined };
  if (subject.type === "client") return { video: ANY_VIDEO, levels: {}, names };
  const { rules } = await requireConfig(db, clientUuid, subject.uuid);
  return { video: ANY_VIDEO, levels: { config: changeSettings(rules, draft) }, names };
}

async function readVideo(
  db: Tx,
  uuid: string,
  { clientUuid, draft, atMs }: SubjectOptions,
): Promise<SimulatedMedium> {
  const row = await createVideosRepository(db).findVideo(clientUuid, uuid);
  if (!row) throw videoNotFound();
  const { rules: set } = await readDescribedRules(db, clientUuid, uuid);
  return {
    video: {
      isDeleted: row.delete_at !== null && row.delete_at.getTime() <= atMs,
      startsAt: row.starts_at?.toISOString() ?? null,
      hasPassword: row.password_hash !== null,
    },
    levels: { ...set, custom: changeSettings(set.custom ?? {}, draft) },
    uuid,
    names: { videos: [uuid], collection: chosenCollectionOf(set.collection) },
  };
}

/** Reads media on another CDN. The config is unknown, because it depends on the key of the page. */
async function readPluginVideo(
  db: Tx,
  uuid: string,
  { clientUuid, draft }: SubjectOptions,
): Promise<SimulatedMedium> {
  const row = await findPluginVideo(db, clientUuid, uuid);
  if (!row) throw videoNotFound();
  const set = describeRules(row);
  return {
    video: ANY_VIDEO,
    levels: { ...set, custom: changeSettings(set.custom ?? {}, draft) },
    names: { videos: [row.name], collection: chosenCollectionOf(set.collection) },
  };
}
