import { randomUUID } from "node:crypto";
import { constants, createReadStream, createWriteStream, type Dirent } from "node:fs";
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, unlink, utimes } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { DurableEntries, makeDurableFolder } from "./durable-entries.ts";
import { findFreeBytes, MIN_FREE_MEDIA_BYTES } from "./free-bytes.ts";
import { assertName, DiskFull, ObjectNotFound, type StoredObject, type StoreRange } from "./media-store.ts";
import type { AdoptedBytes, AdoptingStore } from "./move-store.ts";
import { isWriterDead, WRITER_NAME } from "./writer.ts";

/** The folder of unfinished writes. They are named after their process, so the next start can remove what a crash has left behind. */
const TEMPORARY_FOLDER = ".tmp";
/** The modification time of copies from another store. No ordinary write has it, and writing to a copy changes it. */
const COPY_MODIFIED_AT = new Date("2000-01-01T00:00:00Z");
/** The age above which files that another machine has left behind are removed. No write takes this long. */
const ABANDONED_AGE_MS = 24 * 3_600_000;

/**
 * A media store in a folder.
 * @example const store = new FolderStore("/var/lib/shoal/media"); await store.put("a/b.m4s", bytes);
 */
export class FolderStore implements AdoptingStore {
  readonly #root: string;
  readonly #entries: DurableEntries;
  readonly #floorBytes: number;
  /** @param floorBytes the free space that must remain. A write that would leave less fails like on a full disk. */
  constructor(root: string, { floorBytes = MIN_FREE_MEDIA_BYTES } = {}) {
    this.#root = resolve(root);
    this.#floorBytes = floorBytes;
    this.#entries = new DurableEntries(this.#root);
  }

  /** Creates the folder and removes unfinished writes of an earlier process. */
  async prepare(): Promise<void> {
    await makeDurableFolder(this.#root);
    const folder = join(this.#root, TEMPORARY_FOLDER);
    for (const name of await readdir(folder).catch(() => [])) {
      const info = await stat(join(folder, name)).catch(() => undefined);
      const isOld = info !== undefined && Date.now() - info.mtimeMs > ABANDONED_AGE_MS;
      if (isOld || (await isWriterDead(name))) await rm(join(folder, name), { force: true });
    }
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#assertRoom(bytes.byteLength);
    const temporary = await this.#temporary();
    try {
      const file = await open(temporary, "wx");
      try {
        await file.writeFile(bytes);
        await file.datasync();
      } finally {
        await file.close();
      }
      await this.#moveIn(temporary, name);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async putFile(name: string, localPath: string): Promise<void> {
    try {
      await syncFile(localPath);
      await this.#moveIn(localPath, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
      await this.#assertRoom((await stat(localPath)).size);
      await this.#copyIn(localPath, name);
      await unlink(localPath);
    }
  }

  async adopt(name: string, { sizeBytes, stream }: AdoptedBytes): Promise<boolean> {
    await this.#assertRoom(sizeBytes);
    const temporary = await this.#temporary();
    try {
      await pipeline(stream(), createWriteStream(temporary, { flags: "wx" }));
      if ((await stat(temporary)).size !== sizeBytes) throw new Error(`${name} changed while it was copied`);
      await syncFile(temporary);
      const path = await this.#prepared(name);
      await utimes(temporary, COPY_MODIFIED_AT, COPY_MODIFIED_AT);
      // Fails if another process has already created the file.
      await link(temporary, path);
      await this.#entries.sync(dirname(path));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw error;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async isAdopted(name: string): Promise<boolean> {
    const info = await stat(this.localPath(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    return info !== undefined && info.mtimeMs === COPY_MODIFIED_AT.getTime();
  }

  async read(name: string, range?: StoreRange): Promise<Uint8Array> {
    const file = await open(this.localPath(name), "r").catch((error: NodeJS.ErrnoException) => {
      throw error.code === "ENOENT" ? new ObjectNotFound(name) : error;
    });
    try {
      const { offset, length } = range ?? { offset: 0, length: (await file.stat()).size };
      const bytes = Buffer.allocUnsafe(length);
      const { bytesRead } = await file.read(bytes, 0, length, offset);
      return bytes.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  stream(name: string, range?: StoreRange) {
    const bounds = range ? { start: range.offset, end: range.offset + range.length - 1 } : {};
    return createReadStream(this.localPath(name), { ...bounds, highWaterMark: 256 * 1024 });
  }

  async findSize(name: string): Promise<number | undefined> {
    const info = await stat(this.localPath(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
    });
    return info?.isDirectory() ? undefined : info?.size;
  }

  async writeAt(name: string, offset: number, bytes: Uint8Array | readonly Uint8Array[]): Promise<void> {
    const parts = bytes instanceof Uint8Array ? [bytes] : bytes;
    await this.#assertRoom(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
    const path = await this.#prepared(name);
    const file = await this.#openForUpdate(path);
    try {
      let at = offset;
      for (const part of parts)
        for (let done = 0; done < part.byteLength; ) {
          const { bytesWritten } = await file.write(part, done, part.byteLength - done, at);
          done += bytesWritten;
          at += bytesWritten;
        }
      await file.datasync();
    } finally {
      await file.close();
    }
    await this.#entries.settle(path);
  }

  async remove(name: string): Promise<void> {
    const path = this.localPath(name);
    await rm(path, { recursive: true, force: true });
    this.#entries.delete(path);
  }

  /** Returns the path of an object. */
  localPath(name: string): string {
    assertName(name);
    return join(this.#root, name);
  }

  async *list(prefix = ""): AsyncGenerator<StoredObject> {
    const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
    if (folder) assertName(folder);
    yield* this.#listFolder(folder, prefix);
  }

  async localFile(name: string): Promise<string> {
    const path = this.localPath(name);
    if (!(await isFile(path))) throw new ObjectNotFound(name);
    return path;
  }

  pathOf(name: string): string {
    return this.localPath(name);
  }

  async openSeekable(name: string): Promise<undefined> {
    if (!(await isFile(this.localPath(name)))) throw new ObjectNotFound(name);
  }

  freeBytes(): Promise<number> {
    return findFreeBytes(this.#root);
  }

  /** @param folder ends in a slash, except for the root. */
  async *#listFolder(folder: string, prefix: string): AsyncGenerator<StoredObject> {
    for (const entry of await listEntries(join(this.#root, folder))) {
      const name = `${folder}${entry.name}`;
      if (name === TEMPORARY_FOLDER) continue;
      if (entry.isDirectory()) {
        if (`${name}/`.startsWith(prefix) || prefix.startsWith(`${name}/`))
          yield* this.#listFolder(`${name}/`, prefix);
      } else if (name.startsWith(prefix)) {
        const sizeBytes = await this.findSize(name);
        if (sizeBytes !== undefined) yield { name, sizeBytes };
      }
    }
  }

  /** Checks that there is room for new bytes. Moving a file into the store needs no additional space. */
  async #assertRoom(neededBytes: number): Promise<void> {
    const freeBytes = await this.freeBytes();
    if (freeBytes - neededBytes < this.#floorBytes) throw new DiskFull(freeBytes);
  }

  /**
   * Opens a file for an update. `r+` never truncates. Two chunks may create the file at the same time, so creation must not fail on
   * EEXIST.
   */
  async #openForUpdate(path: string) {
    return open(path, constants.O_RDWR | constants.O_CREAT, 0o644);
  }

  async #temporary(): Promise<string> {
    const folder = join(this.#root, TEMPORARY_FOLDER);
    await mkdir(folder, { recursive: true });
    return join(folder, `${WRITER_NAME}.${randomUUID()}`);
  }

  async #prepared(name: string): Promise<string> {
    const path = this.localPath(name);
    await this.#entries.makeFolder(dirname(path));
    return path;
  }

  /** Copies a file from another file system into the store. */
  async #copyIn(localPath: string, name: string): Promise<void> {
    const temporary = await this.#temporary();
    try {
      await copyFile(localPath, temporary);
      await syncFile(temporary);
      await this.#moveIn(temporary, name);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  /** Moves a file whose bytes are durable into the store. */
  async #moveIn(from: string, name: string): Promise<void> {
    const path = await this.#prepared(name);
    await rename(from, path);
    await this.#entries.sync(dirname(path));
  }
}

/** Reads the entries of a folder, or an empty list if the folder is missing. */
async function listEntries(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (info) => !info.isDirectory(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}
