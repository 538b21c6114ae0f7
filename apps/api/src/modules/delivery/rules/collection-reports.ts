import type { CollectionReport } from "@shoal/contract/edge";
import type { Database } from "../../../platform/database.ts";
import { createCollectionReportsRepository } from "./collection-reports.repository.ts";

/**
 * Keeps what the SDK says of the collections of media on other CDNs and of itself; the latest of a video counts, and what is unknown is
 * left out.
 * @returns the clients whose list of media on other CDNs shows something else now.
 */
export async function storeCollectionReports(
  db: Database,
  given: readonly CollectionReport[],
): Promise<Set<string>> {
  const reports = latestOf(given);
  if (reports.length === 0) return new Set();
  return db.transaction().execute(async (tx) => {
    const repository = createCollectionReportsRepository(tx);
    await repository.noteCollections(reports);
    await repository.makeRoom(reports);
    const shown = await repository.notePluginVideos(reports);
    await repository.linkPluginVideos(reports);
    return new Set(shown);
  });
}

/** One row is written once in a statement. */
function latestOf(reports: readonly CollectionReport[]): CollectionReport[] {
  const byVideo = new Map<string, CollectionReport>();
  for (const report of reports) {
    const key = `${report.clientId} ${report.video}`;
    if (report.atMs >= (byVideo.get(key)?.atMs ?? 0)) byVideo.set(key, report);
  }
  return [...byVideo.values()];
}
