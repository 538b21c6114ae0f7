import { sql } from "kysely";
import type { Database } from "../../apps/api/src/platform/database.ts";

const CATEGORY_NAMES = ["Training", "Events", "Press", "Archive 2025"];
const VIDEO_DESCRIPTIONS = [
  "Recorded with two cameras and one microphone. The slides are in the second half.",
  "Short version for the start page.",
  "The whole day, from the first visitors to the last ones, with all of the talks.",
];

/** The properties of a demo video besides its status, by its index in the list. */
interface VideoOperation {
  at: number;
  startsInHours?: number;
  deletesInHours?: number;
  isDeleted?: true;
  isTrashed?: true;
  isAccelerated?: true;
  /** The index of the video from which this one was cut. */
  cutOf?: number;
}

const VIDEO_OPERATIONS: readonly VideoOperation[] = [
  { at: 5, deletesInHours: 72 },
  { at: 6, startsInHours: 30 },
  { at: 7, deletesInHours: -5, isDeleted: true },
  { at: 9, isAccelerated: true },
  { at: 11, cutOf: 10 },
  { at: 12, cutOf: 10 },
  { at: 13, cutOf: 10, deletesInHours: 400 },
  { at: 15, cutOf: 14 },
  { at: 16, isTrashed: true },
  { at: 17, isTrashed: true },
];

/** Adds categories, descriptions, plans, cuts and a trash to the videos of one client, in the order of `listDemoVideos`. */
export async function addVideoOperations(db: Database, clientUuid: string, uuids: string[]): Promise<void> {
  for (const care of VIDEO_OPERATIONS) await applyOperation(db, uuids, care);
  for (const [at, uuid] of uuids.entries()) {
    if (at % 3 === 2) continue;
    const description = VIDEO_DESCRIPTIONS[at % VIDEO_DESCRIPTIONS.length] ?? "";
    await db.updateTable("videos").set({ description }).where("uuid", "=", uuid).execute();
  }
  await addCategories(db, clientUuid, uuids);
}

async function applyOperation(db: Database, uuids: string[], care: VideoOperation): Promise<void> {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  await db
    .updateTable("videos")
    .set({
      ...(care.startsInHours === undefined ? {} : { starts_at: inHours(care.startsInHours) }),
      ...(care.deletesInHours === undefined ? {} : { delete_at: inHours(care.deletesInHours) }),
      ...(care.isDeleted ? { is_deleted: true } : {}),
      ...(care.isTrashed ? { trashed_at: sql<Date>`now()` as never } : {}),
      ...(care.isAccelerated ? { is_accelerated: true } : {}),
      ...(care.cutOf === undefined
        ? {}
        : { origin_uuid: uuids[care.cutOf] ?? null, title: sql<string>`title || ', cut'` as never }),
    })
    .where("uuid", "=", uuids[care.at] ?? "")
    .execute();
}

async function addCategories(db: Database, clientUuid: string, uuids: string[]): Promise<void> {
  const categories = await db
    .insertInto("categories")
    .values(CATEGORY_NAMES.map((name) => ({ client_uuid: clientUuid, name })))
    .returning("uuid")
    .execute();
  const links = uuids.flatMap((uuid, at) => {
    const category = at % 2 === 0 ? categories[(at / 2) % (CATEGORY_NAMES.length + 1)] : undefined;
    return category ? [{ video_uuid: uuid, category_uuid: category.uuid }] : [];
  });
  await db.insertInto("video_categories").values(links).execute();
}
