import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { access, chmod, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";

/** How long a segment is kept. Without this limit, segments of media that are no longer watched would stay on the disk. */
const RETENTION_MS = 86_400_000;
const SWEEP_INTERVAL_MS = 60_000;
/** The minimum time between two checks of a written file. Requests that nginx sent before the file existed may arrive later. */
const CHECK_INTERVAL_MS = 5_000;
/** The maximum number of bytes that wait to be written. Beyond that, the edge writes no segments and keeps sending them itself. */
const MAX_WAITING_BYTES = 64_000_000;
/** The folders' mode: the owner can read and write, others can only open a file whose name they know. */
const FOLDER_MODE = 0o711;
const FILE_MODE = 0o644;
/**
 * The modification time of every file. From a constant time, nginx derives the same ETag on every edge, even for a segment that is
 * written again.
 */
const MODIFICATION_TIME = new Date("2026-01-01T00:00:00Z");
/**
 * The address of a segment, which must match `deploy/nginx/edge.conf`. Ids of video tracks begin with v, and those of audio tracks
 * with a.
 */
const SEGMENT_URL =
  /^\/m\/[^/?]{1,300}\/([0-9a-f-]{36})\/(\d{1,9})\/(([va])[A-Za-z0-9_-]{0,31})\/((?:init-)?\d{1,9}|init)\.m4s(?:\?|$)/;

interface SegmentFilesOptions {
  folder: string;
  maxBytes: number;
  /** Called when a segment cannot be written. Further failures are not reported until a write has succeeded. */
  onError: (error: unknown) => void;
  nowMs?: () => number;
}

interface WrittenFile {
  bytes: number;
  checkedAtMs: number;
}

/**
 * Writes the segments that the edge has sent to files, which an nginx on the same machine sends to later viewers. Unlike a file of
 * nginx's own cache, which starts with a header and a key, such a file contains only the segment: sending it takes a third less CPU
 * time. `Permits` records whether a viewer may have it.
 */
export class SegmentFiles {
  readonly #options: SegmentFilesOptions;
  readonly #written: LRUCache<string, WrittenFile>;
  readonly #writing = new Map<string, Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  readonly #nowMs: () => number;
  #waitingBytes = 0;
  #isFailing = false;

  private constructor(options: SegmentFilesOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#written = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes),
      ttl: RETENTION_MS,
      dispose: (_file, name, reason) => {
        if (reason !== "set") this.#remove(name);
      },
    });
    this.#timer = setInterval(() => this.#written.purgeStale(), SWEEP_INTERVAL_MS).unref();
  }

  /** Creates the folders, and removes files of an earlier run in the background. @throws if the folders are not writable. */
  static async open(options: SegmentFilesOptions): Promise<SegmentFiles> {
    const { folder } = options;
    await mkdir(folder, { recursive: true });
    // Files that were not flushed before a power failure would be damaged, so all files of earlier runs are removed.
    const old = (await readdir(folder)).filter((name) => name.startsWith("old-"));
    const former = await renameOldFolders(folder);
    for (const name of [...old, ...former])
      rm(join(folder, name), { recursive: true, force: true }).catch(options.onError);
    for (const name of ["", "files", "new"]) {
      await mkdir(join(folder, name), { recursive: true });
      // The process's umask may have removed the permission that nginx needs.
      await chmod(join(folder, name), FOLDER_MODE);
    }
    return new SegmentFiles(options);
  }

  /**
   * Writes a segment to its file.
   * @param url the address of a request whose response was the whole segment; any other request is ignored.
   */
  keep(url: string | undefined, bytes: Uint8Array): void {
    const name = nameOf(url);
    if (name === undefined || this.#writing.has(name)) return;
    const written = this.#written.peek(name);
    // nginx requests a segment only if it finds no file, so another program may have removed the file that was written.
    const isChecked = written !== undefined && this.#nowMs() - written.checkedAtMs < CHECK_INTERVAL_MS;
    if (isChecked || this.#waitingBytes + bytes.length > MAX_WAITING_BYTES) return;
    this.#waitingBytes += bytes.length;
    const writing = (written ? this.#restore(name, written, bytes) : this.#write(name, bytes)).finally(() => {
      this.#waitingBytes -= bytes.length;
      this.#writing.delete(name);
    });
    this.#writing.set(name, writing);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#writing.values());
  }

  async #restore(name: string, written: WrittenFile, bytes: Uint8Array): Promise<void> {
    written.checkedAtMs = this.#nowMs();
    const isThere = await access(this.#pathOf(name)).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code !== "ENOENT",
    );
    if (!isThere) await this.#write(name, bytes);
  }

  async #write(name: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.#options.folder, "new", randomUUID());
    try {
      const file = await open(path, "wx", FILE_MODE);
      try {
        // With a single write, the system keeps the file in large pages, which it sends with less work.
        await file.writeFile(bytes);
        await file.chmod(FILE_MODE);
        await file.utimes(MODIFICATION_TIME, MODIFICATION_TIME);
      } finally {
        await file.close();
      }
      await rename(path, this.#pathOf(name));
      this.#written.set(name, { bytes: bytes.length, checkedAtMs: this.#nowMs() });
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#options.onError(error);
      this.#isFailing = true;
      await rm(path, { force: true }).catch(() => undefined);
    }
  }

  #remove(name: string): void {
    // The file is removed synchronously, because the next request may write a file of the same name.
    try {
      rmSync(this.#pathOf(name), { force: true });
    } catch (error) {
      this.#options.onError(error);
    }
  }

  #pathOf(name: string): string {
    return join(this.#options.folder, "files", name);
  }
}

/**
 * Renames the folders of an earlier run.
 * @returns the new names of the folders.
 */
async function renameOldFolders(folder: string): Promise<string[]> {
  const moved: string[] = [];
  for (const name of ["files", "new"]) {
    const old = `old-${randomUUID()}`;
    try {
      await rename(join(folder, name), join(folder, old));
      moved.push(old);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  return moved;
}

/**
 * Returns the name of the file for a segment's address; undefined for any other address.
 * @example "7f1c2b34-…,2,v0,12.v"
 */
function nameOf(url: string | undefined): string | undefined {
  const [, mediaId, generation, trackId, kind, file] = SEGMENT_URL.exec(url ?? "") ?? [];
  return mediaId && `${mediaId},${generation},${trackId},${file}.${kind}`;
}
