import { queryDatabase } from "@shoal/engines";
import { mayGrow } from "@shoal/store";

/** The folders of the media store in which uploads arrive: sources of videos, and archives from other installations. */
const UPLOAD_FOLDERS = ["uploads/", "arrivals/"];

/** Selects the names of all uploads that have arrived completely; an archive that failed may have gaps. */
const COMPLETE_SOURCES_QUERY = `
  SELECT coalesce(source_object, 'uploads/' || uuid || '/source') AS name FROM videos WHERE contiguous_chunks >= chunk_count
  UNION ALL
  SELECT 'arrivals/' || uuid || '/archive' FROM arrivals WHERE state NOT IN ('uploading', 'failed')`;

/** Returns the names of the uploads that have arrived completely and no longer change. */
export async function findCompleteSources(databaseUrl: string): Promise<ReadonlySet<string>> {
  const rows = await queryDatabase<{ name: string }>(databaseUrl, COMPLETE_SOURCES_QUERY);
  return new Set(rows.map(({ name }) => name));
}

/** Returns whether an object may still change, or have gaps. @param complete the names of complete uploads. */
export const isArriving = (name: string, complete: ReadonlySet<string>): boolean =>
  mayGrow(name) && UPLOAD_FOLDERS.some((folder) => name.startsWith(folder)) && !complete.has(name);
