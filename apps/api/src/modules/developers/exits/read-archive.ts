import { type FileHandle, open } from "node:fs/promises";
import { type MediaStore, ObjectNotFound } from "@shoal/store";
import type { ExitSpan } from "./exits.table.ts";
import { TAR_BLOCK_BYTES, TAR_END_BYTES, tarEntryBytes, tarHeader } from "./tar.ts";

/** The size of a part, which is read and sent at once: large enough to make few calls, small enough for the CPU cache. */
const PART_SIZE_BYTES = 512 * 1024;

type ArchiveMedia = Pick<MediaStore, "stream" | "pathOf">;

/** Reads bytes `[from, to)` of a file: its content, followed by those in the media store. */
export async function* readFileBytes(
  { content, spans }: { content: Buffer | null; spans: readonly ExitSpan[] },
  { from, to }: { from: number; to: number },
  store: Pick<MediaStore, "stream">,
): AsyncGenerator<Uint8Array> {
  for (const piece of piecesOfFile({ content, spans }, { from, to }))
    if ("bytes" in piece) yield piece.bytes;
    else yield* store.stream(piece.object, piece) as AsyncIterable<Uint8Array>;
}

interface ObjectPiece {
  object: string;
  offset: number;
  length: number;
}
/** A section of an archive, which is in memory or part of an object. */
type ArchiveSection = { bytes: Uint8Array; length: number } | ObjectPiece;

function* piecesOfFile(
  { content, spans }: { content: Buffer | null; spans: readonly ExitSpan[] },
  { from, to }: { from: number; to: number },
): Generator<ArchiveSection> {
  const head = content?.length ?? 0;
  if (content && from < head) yield sectionOf(content.subarray(from, Math.min(to, head)));
  let place = head;
  for (const [object, offset, length] of spans) {
    const begin = Math.max(from, place);
    const end = Math.min(to, place + length);
    if (end > begin) yield { object, offset: offset + begin - place, length: end - begin };
    place += length;
    if (place >= to) return;
  }
}

const sectionOf = (bytes: Uint8Array): ArchiveSection => ({ bytes, length: bytes.length });

interface ReadArchive {
  sizeBytes: number;
  mtimeSec: number;
  /** Finds the file that contains an offset of the archive, and some of the files after it. */
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
 * Reads bytes `[from, to)` of an archive, identical at each call, without storing it. Two buffers alternate, so that one is
 * filled while the other is sent. A part is valid until the second part after it is requested.
 * @throws ObjectNotFound if media no longer exist; Error if their length has changed.
 */
export async function* readArchive(
  archive: ReadArchive,
  range: { from: number; to: number },
  store: ArchiveMedia,
): AsyncGenerator<Uint8Array> {
  const size = Math.min(PART_SIZE_BYTES, Math.max(1, range.to - range.from));
  let [part, other] = [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(size)];
  let filled = 0;
  for await (const source of eachSource(eachPiece(archive, range), store)) {
    for (let left = source.length; left > 0; ) {
      const count = await source.read(part.subarray(filled, filled + left));
      if (count === 0) throw new Error("Media have another length than when they were listed");
      left -= count;
      filled += count;
      if (filled < part.length) continue;
      yield part;
      [part, other] = [other, part];
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

/** Yields the pieces of the archive in order: for each file its header, its bytes and the padding. */
async function* eachPiece(
  archive: ReadArchive,
  { from, to }: { from: number; to: number },
): AsyncGenerator<ArchiveSection> {
  const filesEnd = archive.sizeBytes - TAR_END_BYTES;
  for await (const file of eachFile(archive, from, Math.min(to, filesEnd))) {
    const headerAt = file.offset_bytes;
    const bodyAt = headerAt + TAR_BLOCK_BYTES;
    const bodyEnd = bodyAt + file.size_bytes;
    const entryEnd = headerAt + tarEntryBytes(file.size_bytes);
    const [begin, end] = [Math.max(from, headerAt), Math.min(to, entryEnd)];
    if (begin < bodyAt) {
      const header = tarHeader(file.path, file.size_bytes, archive.mtimeSec);
      yield sectionOf(header.subarray(begin - headerAt, Math.min(end, bodyAt) - headerAt));
    }
    const body = { from: Math.max(begin, bodyAt) - bodyAt, to: Math.min(end, bodyEnd) - bodyAt };
    if (body.to > body.from) {
      let length = 0;
      for (const piece of piecesOfFile(file, body)) {
        length += piece.length;
        yield piece;
      }
      if (length !== body.to - body.from)
        throw new Error(`${file.path} has another length than when it was listed`);
    }
    if (end > bodyEnd) yield sectionOf(Buffer.alloc(end - Math.max(begin, bodyEnd)));
  }
  if (to > filesEnd) yield sectionOf(Buffer.alloc(to - Math.max(from, filesEnd)));
}

/** Yields the file at `from` and those after it. The next files are looked up while earlier files are sent. */
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
    // The error is thrown when the promise is awaited. Without this handler, it could be an unhandled rejection before that.
    coming?.catch(() => undefined);
    for (const file of files) {
      if (file.offset_bytes >= until) return;
      yield file;
    }
  }
}

/** The source of the bytes of a piece. */
interface PieceSource {
  length: number;
  /**
   * Reads the next bytes.
   * @returns the number of bytes read; 0 at the end.
   */
  read(into: Buffer): Promise<number> | number;
  close(): Promise<void>;
}

/** Opens each piece while the previous one is read. */
async function* eachSource(
  pieces: AsyncIterable<ArchiveSection>,
  store: ArchiveMedia,
): AsyncGenerator<PieceSource> {
  let coming: Promise<PieceSource> | undefined;
  try {
    for await (const piece of pieces) {
      const current = coming;
      coming = openSource(piece, store);
      // The error is thrown when the promise is awaited. Without this handler, it could be an unhandled rejection before that.
      coming.catch(() => undefined);
      const source = await current;
      if (!source) continue;
      try {
        yield source;
      } finally {
        await source.close();
      }
    }
    const last = await coming;
    if (last) yield last;
  } finally {
    const last = await coming?.catch(() => undefined);
    await last?.close();
  }
}

async function openSource(piece: ArchiveSection, store: ArchiveMedia): Promise<PieceSource> {
  if ("bytes" in piece) return bytesSource(piece.bytes);
  const path = store.pathOf(piece.object);
  return path === undefined ? streamSource(piece, store) : fileSource(piece, path);
}

function bytesSource(bytes: Uint8Array): PieceSource {
  let at = 0;
  return {
    length: bytes.length,
    read(into) {
      const count = Math.min(into.length, bytes.length - at);
      into.set(bytes.subarray(at, at + count));
      at += count;
      return count;
    },
    close: async () => undefined,
  };
}

/** Opens a local file as a source. @throws ObjectNotFound. */
async function fileSource({ object, offset, length }: ObjectPiece, path: string): Promise<PieceSource> {
  const file: FileHandle = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new ObjectNotFound(object) : error;
  });
  let at = offset;
  return {
    length,
    async read(into) {
      const { bytesRead } = await file.read(into, 0, into.length, at);
      at += bytesRead;
      return bytesRead;
    },
    close: () => file.close(),
  };
}

function streamSource({ object, offset, length }: ObjectPiece, store: ArchiveMedia): PieceSource {
  const stream = store.stream(object, { offset, length });
  const parts = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let held: Uint8Array = Buffer.alloc(0);
  return {
    length,
    async read(into) {
      if (held.length === 0) held = ((await parts.next()).value as Uint8Array | undefined) ?? held;
      const count = Math.min(into.length, held.length);
      into.set(held.subarray(0, count));
      held = held.subarray(count);
      return count;
    },
    async close() {
      stream.destroy();
    },
  };
}
