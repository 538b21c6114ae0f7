import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { access, chmod, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";

/** Segments of a medium that is not watched any longer do not stay on the disk. */
const KEPT_MS = 86_400_000;
const SWEEP_MS = 60_000;
/** How often a request for a written segment may check its file: requests that nginx sent before it was written arrive later. */
const CHECK_MS = 5_000;
/** The maximum of bytes that wait to be written. Above it, the edge sends segments itself until the disk keeps up. */
const MAX_WAITING_BYTES = 64_000_000;
/** The owner reads and writes; others can only open a file whose name they know. */
const FOLDER_MODE = 0o711;
const FILE_MODE = 0o644;
/** The modification time of every file: nginx then derives the same ETag on every edge, even for a segment written again. */
const CHANGED_AT = new Date("2026-01-01T00:00:00Z");
/** Must match `deploy/nginx/edge.conf`. Names of video tracks begin with v, those of audio tracks with a. */
const ADDRESS =
  /^\/m\/[^/?]{1,300}\/([0-9a-f-]{36})\/(\d{1,9})\/(([va])[A-Za-z0-9_-]{0,31})\/((?:init-)?\d{1,9}|init)\.m4s(?:\?|$)/;

interface SegmentFilesOptions {
  folder: string;
  maxBytes: number;
  /** A segment could not be written: called once until writing works again. */
  onError: (error: unknown) => void;
  nowMs?: () => number;
}

interface WrittenFile {
  bytes: number;
  checkedAtMs: number;
}

/**
 * Writes segments that were sent as files for an nginx on the same machine, which sends them from then on. They begin at the
 * first byte of a file, unlike those of nginx's cache, which has its header and key there: nginx then sends them with a third
 * less CPU time. Whether a viewer may have them is recorded by `Permits`.
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
      ttl: KEPT_MS,
      dispose: (_file, name, reason) => {
        if (reason !== "set") this.#remove(name);
      },
    });
    this.#timer = setInterval(() => this.#written.purgeStale(), SWEEP_MS).unref();
  }

  /** Makes the folders; files of an earlier run are removed in the background. @throws where they cannot be written. */
  static async open(options: SegmentFilesOptions): Promise<SegmentFiles> {
    const { folder } = options;
    await mkdir(folder, { recursive: true });
    // After a power failure, files that were not written out would be damaged. Nothing else is kept there.
    const old = (await readdir(folder)).filter((name) => name.startsWith("old-"));
    const former = await movedAway(folder);
    for (const name of [...old, ...former])
      rm(join(folder, name), { recursive: true, force: true }).catch(options.onError);
    for (const name of ["", "files", "new"]) {
      await mkdir(join(folder, name), { recursive: true });
      // The mask of the process would keep nginx out.
      await chmod(join(folder, name), FOLDER_MODE);
    }
    return new SegmentFiles(options);
  }

  /** @param url the address of a request that was answered with all bytes of a segment; any other address is ignored. */
  keep(url: string | undefined, bytes: Uint8Array): void {
    const name = nameOf(url);
    if (name === undefined || this.#writing.has(name)) return;
    const written = this.#written.peek(name);
    // nginx requests a segment only if it found no file: another program may have removed it.
    const isChecked = written !== undefined && this.#nowMs() - written.checkedAtMs < CHECK_MS;
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
        // In one step: the system then keeps the file in large pages, and sends them with less work.
        await file.writeFile(bytes);
        await file.chmod(FILE_MODE);
        await file.utimes(CHANGED_AT, CHANGED_AT);
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
    // Synchronously: it must not remove the file that a viewer has the edge write next.
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

/** @returns the new names of the folders of an earlier run. */
async function movedAway(folder: string): Promise<string[]> {
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

/** @example "7f1c2b34-…,2,v0,12.v" */
function nameOf(url: string | undefined): string | undefined {
  const [, mediaId, generation, trackId, kind, file] = ADDRESS.exec(url ?? "") ?? [];
  return mediaId && `${mediaId},${generation},${trackId},${file}.${kind}`;
}
