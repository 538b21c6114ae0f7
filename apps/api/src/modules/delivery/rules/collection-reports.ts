import type { CollectionReport } from "@shoal/contract/edge";
import type { Database } from "../../../platform/database.ts";
import { createCollectionReportsRepository } from "./collection-reports.repository.ts";

/**
 * Stores the SDK's reports about collections of media on other CDNs, and its own version. The latest report of a video counts.
 * Unknown names are skipped.
 * @returns the clients whose list of media on other CDNs changed.
 */
export async function storeCollectionReports(
  db: Database,
  given: readonly CollectionReport[],
): Promise<Set<string>> {
  const reports = latestReports(given);
  if (reports.length === 0) return new Set();
  return db.transaction().execute(async (tx) => {
    const repository = createCollectionReportsRepository(tx);
    await repository.recordCollections(reports);
    await repository.makeRoom(reports);
    const shown = await repository.recordPluginVideos(reports);
    await repository.linkPluginVideos(reports);
    return new Set(shown);
  });
}

/** Returns the latest report of each video, because a statement can write each row only once. */
function latestReports(reports: readonly CollectionReport[]): CollectionReport[] {
  const byVideo = new Map<string, CollectionReport>();
  for (const report of reports) {
    const key = `${report.clientId} ${report.video}`;
    if (report.atMs >= (byVideo.get(key)?.atMs ?? 0)) byVideo.set(key, report);
  }
  return [...byVideo.values()];
}
