import { type MediaStore, ObjectNotFound } from "@shoal/store";
import { ArchiveUnavailable, ArrivalRefused } from "./arrival-refused.ts";
import type { RemoteArchive } from "./remote-archive.ts";

export const archiveFolderOf = (arrivalUuid: string) => `arrivals/${arrivalUuid}/`;
/** Returns the name of the archive's object in the media store, which grows while it is uploaded. */
export const archiveObjectOf = (arrivalUuid: string) => `${archiveFolderOf(arrivalUuid)}archive`;

/** Opens an uploaded archive like an archive behind a link. Reading throws ArrivalRefused, ArchiveUnavailable. */
export function openStoredArchive(
  store: Pick<MediaStore, "stream">,
  { uuid, size_bytes: sizeBytes }: { uuid: string; size_bytes: number },
): RemoteArchive {
  const object = archiveObjectOf(uuid);
  async function* read(from: number, to: number): AsyncGenerator<Buffer> {
    if (to <= from) return;
    if (to > sizeBytes) throw new ArrivalRefused("truncated");
    let left = to - from;
    try {
      for await (const bytes of store.stream(object, { offset: from, length: left })) {
        left -= bytes.length;
        yield bytes;
      }
    } catch (error) {
      if (error instanceof ObjectNotFound) throw new ArrivalRefused("unreachable");
      throw error;
    }
    if (left > 0) throw new ArchiveUnavailable("The stored archive ended too early");
  }
  return { sizeBytes, etag: null, read };
}
