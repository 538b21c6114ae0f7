import type { MediaStore } from "@shoal/store";
import type { ExitSpan } from "./exits.table.ts";
import { TAR_BLOCK_BYTES, TAR_END_BYTES, tarEntryBytes, tarHeader } from "./tar.ts";

/** Bytes `[from, to)` of what a file consists of: its content, then those of the media store. */
export async function* readFileBytes(
  { content, spans }: { content: Buffer | null; spans: readonly ExitSpan[] },
  { from, to }: { from: number; to: number },
  store: Pick<MediaStore, "stream">,
): AsyncGenerator<Uint8Array> {
  const head = content?.length ?? 0;
  if (content && from < head) yield content.subarray(from, Math.min(to, head));
  let place = head;
  for (const [object, offset, length] of spans) {
    const begin = Math.max(from, place);
    const end = Math.min(to, place + length);
    if (end > begin)
      yield* store.stream(object, {
        offset: offset + begin - place,
        length: end - begin,
      }) as AsyncIterable<Uint8Array>;
    place += length;
    if (place >= to) return;
  }
}

interface ReadArchive {
  sizeBytes: number;
  mtimeSec: number;
  /** The file in which a place of the archive stands, and some of those behind it. */
  findFilesFrom: (offset: number) => Promise<readonly ArchiveFile[]>;
}

export interface ArchiveFile {
  path: string;
  size_bytes: number;
  offset_bytes: number;
  content: Buffer | null;
  spans: readonly ExitSpan[];
}

/**
 * Bytes `[from, to)` of an archive: the same at each call, of whatever file they are, without a copy of it.
 * @throws ObjectNotFound where media are gone meanwhile; Error where they have another length.
 */
export async function* readArchive(
  archive: ReadArchive,
  { from, to }: { from: number; to: number },
  store: Pick<MediaStore, "stream">,
): AsyncGenerator<Uint8Array> {
  const filesEnd = archive.sizeBytes - TAR_END_BYTES;
  const contentEnd = Math.min(to, filesEnd);
  let at = from;
  for await (const file of eachFile(archive, from, contentEnd)) {
    const bodyAt = file.offset_bytes + TAR_BLOCK_BYTES;
    const bodyEnd = bodyAt + file.size_bytes;
    const entryEnd = bodyAt + Math.ceil(file.size_bytes / TAR_BLOCK_BYTES) * TAR_BLOCK_BYTES;
    const until = Math.min(to, entryEnd);
    if (at < bodyAt) {
      const header = tarHeader(file.path, file.size_bytes, archive.mtimeSec);
      yield header.subarray(at - file.offset_bytes, Math.min(until - file.offset_bytes, TAR_BLOCK_BYTES));
      at = Math.min(until, bodyAt);
    }
    const range = { from: at - bodyAt, to: Math.min(until, bodyEnd) - bodyAt };
    if (range.to > range.from) {
      for await (const bytes of readFileBytes(file, range, store)) {
        at += bytes.length;
        yield bytes;
      }
      if (at !== bodyAt + range.to)
        throw new Error(`${file.path} has another length than when it was listed`);
    }
    if (at < until) {
      yield Buffer.alloc(until - at);
      at = until;
    }
  }
  if (to > filesEnd) yield Buffer.alloc(to - Math.max(from, filesEnd));
}

/** Files from the one at `from` on. The next ones are looked up while some are sent. */
async function* eachFile(
  { findFilesFrom }: ReadArchive,
  from: number,
  until: number,
): AsyncGenerator<ArchiveFile> {
  for (let coming = from < until ? findFilesFrom(from) : undefined; coming; ) {
    const files = await coming;
    const last = files.at(-1);
    if (!last) throw new Error("The archive was deleted while it was read");
    const end = last.offset_bytes + tarEntryBytes(last.size_bytes);
    coming = end < until ? findFilesFrom(end) : undefined;
    // The error is handled where the bytes are awaited.
    coming?.catch(() => undefined);
    for (const file of files) {
      if (file.offset_bytes >= until) return;
      yield file;
    }
  }
}
