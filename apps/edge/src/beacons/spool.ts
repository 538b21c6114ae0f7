import {
  type FileHandle,
  open,
  readdir,
  readFile,
  stat,
  truncate,
  unlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@shoal/contract";
import { isSpoolFile, spoolFileName } from "@shoal/contract/stored-data";
import { makeDurableFolder, syncFolder } from "@shoal/store";

/** The maximum size of a batch that waits longer than usual. It holds some 16,000 rows, which are sent in one insert. */
const MAX_FILE_BYTES = 8_000_000;
/** The suffix of files with rows that ClickHouse cannot read. */
const REJECTED_SUFFIX = ".rejected";
/** How long rejected rows wait for the operator. */
const REJECTED_RETENTION_DAYS = 30;
const DAY_MS = 86_400_000;

/** A complete file of rows, which is the body of one insert. */
export interface Batch {
  path: string;
  sizeBytes: number;
}

/** The file to which rows are appended. */
interface ActiveFile {
  file: FileHandle;
  batch: Batch;
  rows: number;
  /** Whether the file's directory entry has been synced to disk. */
  isNamed: boolean;
}

/**
 * Stores rows on disk until ClickHouse has them. Acknowledged rows survive a crash or power loss: concurrent writes share one
 * `fdatasync`, and writes to the same file share the sync of its folder entry. Only one process may use a folder.
 */
export class Spool {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #sealed: Batch[];
  #active: ActiveFile | undefined;
  #pending: { text: string; rows: number }[] = [];
  #pendingBytes = 0;
  #sizeBytes: number;
  #sequence = 0;
  /** The last task on the active file. Each task waits for the previous one. */
  #tail: Promise<unknown> = Promise.resolve();
  #nextFlush: Promise<void> | undefined;

  private constructor(folder: string, maxBytes: number, sealed: Batch[]) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#sealed = sealed;
    this.#sizeBytes = sealed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  /**
   * Continues with the files of an earlier process. Drops a line that was incomplete when that process died.
   * @param onError called when old rejected rows cannot be deleted.
   */
  static async open(folder: string, maxBytes: number, onError: (error: unknown) => void): Promise<Spool> {
    await makeDurableFolder(folder);
    const names = (await readdir(folder)).filter(isSpoolFile).sort();
    const batches: Batch[] = [];
    for (const name of names) {
      const path = join(folder, name);
      const sizeBytes = await removePartialLine(path);
      if (sizeBytes > 0) batches.push({ path, sizeBytes });
      else await unlink(path);
    }
    // Rejected rows that cannot be deleted must not prevent new rows from being accepted. The deletion is tried again tomorrow.
    const prune = () => pruneRejected(folder).catch(onError);
    await prune();
    setInterval(() => void prune(), DAY_MS).unref();
    return new Spool(folder, maxBytes, batches);
  }

  /** The number of bytes not yet delivered to ClickHouse. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** The number of rows in the file to which rows are appended. */
  get activeRows(): number {
    return this.#active?.rows ?? 0;
  }

  /** Returns the oldest batch that can be sent. */
  get oldest(): Batch | undefined {
    return this.#sealed[0];
  }

  /**
   * Resolves when the lines are on disk.
   * @param text lines, each with its line feed.
   * @throws AppError "unavailable" if the spool is full or the disk rejects the write.
   */
  append(text: string, rows: number): Promise<void> {
    if (this.#sizeBytes + this.#pendingBytes + text.length > this.#maxBytes)
      return Promise.reject(new AppError("unavailable", "The spool of beacons is full"));
    this.#pending.push({ text, rows });
    this.#pendingBytes += text.length;
    this.#nextFlush ??= this.#inTurn(() => this.#flush());
    return this.#nextFlush;
  }

  /** Closes the file to which rows are appended, so that it can be sent. */
  seal(): Promise<void> {
    return this.#inTurn(() => this.#seal());
  }

  /** Deletes a batch that ClickHouse has inserted. */
  async remove(batch: Batch): Promise<void> {
    await unlink(batch.path);
    this.#drop(batch);
  }

  /** Drops a batch whose file no longer exists. */
  delete(batch: Batch): void {
    this.#drop(batch);
  }

  /**
   * Moves unreadable rows of a batch to a separate file for the operator, for 30 days. They are never sent again.
   * @param rows lines, each with its line feed.
   */
  async reject(batch: Batch, rows: Buffer): Promise<void> {
    await writeFile(`${batch.path}${REJECTED_SUFFIX}`, rows);
  }

  #drop(batch: Batch): void {
    this.#sealed.splice(this.#sealed.indexOf(batch), 1);
    this.#sizeBytes -= batch.sizeBytes;
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    const done = this.#tail.then(task);
    this.#tail = done.catch(() => {});
    return done;
  }

  async #flush(): Promise<void> {
    const flushed = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#nextFlush = undefined;
    const bytes = Buffer.from(flushed.map(({ text }) => text).join(""));
    try {
      this.#active ??= await this.#create();
      const { file, batch } = this.#active;
      const { bytesWritten } = await file.write(bytes, 0, bytes.length, batch.sizeBytes);
      if (bytesWritten < bytes.length) throw new Error("the disk is full");
      await this.#sync(this.#active);
      batch.sizeBytes += bytes.length;
      this.#sizeBytes += bytes.length;
      this.#active.rows += flushed.reduce((sum, { rows }) => sum + rows, 0);
      if (batch.sizeBytes >= MAX_FILE_BYTES) await this.#seal();
    } catch (error) {
      throw new AppError("unavailable", `The spool cannot be written: ${String(error)}`);
    }
  }

  /** Syncs the file and its folder concurrently, since a journaling file system writes both at the same time. */
  async #sync(active: ActiveFile): Promise<void> {
    const named = active.isNamed ? undefined : syncFolder(this.#folder);
    await Promise.all([active.file.datasync(), named]);
    active.isNamed = true;
  }

  async #create(): Promise<ActiveFile> {
    this.#sequence += 1;
    const path = join(this.#folder, spoolFileName(Date.now(), this.#sequence));
    return { file: await open(path, "wx"), batch: { path, sizeBytes: 0 }, rows: 0, isNamed: false };
  }

  /** A write that failed half-way may have left bytes after the last complete line. */
  async #seal(): Promise<void> {
    const active = this.#active;
    if (!active || active.batch.sizeBytes === 0) return;
    this.#active = undefined;
    await active.file.truncate(active.batch.sizeBytes);
    await active.file.close();
    this.#sealed.push(active.batch);
  }
}

/** Deletes rejected rows that no operator has handled in time. */
async function pruneRejected(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(REJECTED_SUFFIX)) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > REJECTED_RETENTION_DAYS * DAY_MS) await unlink(path);
  }
}

async function removePartialLine(path: string): Promise<number> {
  const { size } = await stat(path);
  const end = (await readFile(path)).lastIndexOf("\n") + 1;
  if (end < size) await truncate(path, end);
  return end;
}
