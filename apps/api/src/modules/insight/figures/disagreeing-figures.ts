import type { Analytics } from "../../../platform/clickhouse.ts";
import type { Database } from "../../../platform/database.ts";
import { createFigureCursorsRepository } from "./figure-cursors.repository.ts";
import { createSumsReader } from "./sums.ts";

/** The difference in views that is normal between two runs of the mirror. */
const VIEWS_TOLERANCE = 5;
const SHARE_TOLERANCE = 0.02;

export interface DisagreeingFigures {
  clientUuid: string;
  videoUuid: string;
  /** The views as listed, followed by those that ClickHouse counted. */
  shown: number;
  counted: number;
}

/** Finds the videos among these, if they have figures, whose listed views differ from ClickHouse. */
export async function findDisagreeingFigures(
  { db, analytics }: { db: Database; analytics: Analytics },
  videoUuids: readonly string[],
): Promise<DisagreeingFigures[]> {
  const rows = await db
    .selectFrom("video_stats")
    .innerJoin("videos", "videos.uuid", "video_stats.video_uuid")
    .select([
      "video_stats.client_uuid as clientUuid",
      "video_stats.video_uuid as videoUuid",
      "nb_view as shown",
    ])
    .where("video_stats.video_uuid", "in", [...videoUuids])
    .execute();
  if (rows.length === 0) return [];
  const closedUntilSec = (await createFigureCursorsRepository(db).findClosedUntilSec()) ?? 0;
  const counted = new Map<string, number>();
  for (const { clientUuid, videoUuid, views } of await createSumsReader(analytics).listTotals(
    rows,
    closedUntilSec,
  )) {
    const key = `${clientUuid}/${videoUuid}`;
    counted.set(key, (counted.get(key) ?? 0) + Number(views));
  }
  return rows
    .map((row) => ({ ...row, counted: counted.get(`${row.clientUuid}/${row.videoUuid}`) ?? 0 }))
    .filter(isDisagreeing);
}

/** Whether the figures differ too much. Exported for tests. */
export const isDisagreeing = ({ shown, counted }: Pick<DisagreeingFigures, "shown" | "counted">): boolean =>
  Math.abs(shown - counted) > Math.max(VIEWS_TOLERANCE, SHARE_TOLERANCE * Math.max(shown, counted));
