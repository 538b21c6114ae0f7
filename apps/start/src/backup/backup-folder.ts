import { createHash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { syncFolder } from "@shoal/store";
import { readProcessStart } from "../left-overs.ts";
import { type BackupKey, nameOfKey, sealBytes, unsealBytes } from "./sealed-bytes.ts";

/** The folder with the media of all backups, in which each object exists once. */
const MEDIA_FOLDER = "media";
const DESCRIPTION_FILE = "backups.json";
const LOCK_FILE = "lock.json";
const FORMAT_VERSION = 1;
const FINISHED_NAME = /^\d{8}T\d{6}Z$/;
const UNFINISHED_NAME = /^unfinished-/;
/** The folder for files that are being written. */
const TEMPORARY_FOLDER = ".unfinished";

/** The description of a file in a backup. */
export interface StoredFile {
  sha256: string;
  storedBytes: number;
}

interface FileShape {
  isCompressed?: boolean;
}

/** A folder of backups. Its backups share a key and their media. */
export class BackupFolder {
  readonly path: string;
  readonly key: BackupKey | undefined;
  /** Folders with new entries that have not been synced to disk yet. */
  readonly #unsynced = new Set<string>();
  private constructor(path: string, key: BackupKey | undefined) {
    this.path = path;
    this.key = key;
  }

  /** Opens a folder. @param isNew creates it if it does not exist. @throws Error if it does not exist, or belongs to another key. */
  static async open(path: string, key: BackupKey | undefined, { isNew = false } = {}): Promise<BackupFolder> {
    const keyName = key ? nameOfKey(key) : null;
    const text = await readFile(join(path, DESCRIPTION_FILE), "utf8").catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
      },
    );
    const folder = new BackupFolder(path, key);
    if (text === undefined) {
      if (!isNew) throw new Error(`No backups in ${path}`);
      await mkdir(path, { recursive: true, mode: 0o700 });
      const others = (await readdir(path)).filter((name) => name !== TEMPORARY_FOLDER);
      if (others.length > 0) throw new Error(`${path} holds something else: name an empty folder`);
      await folder.#writeText(DESCRIPTION_FILE, JSON.stringify({ format: FORMAT_VERSION, key: keyName }));
      return folder;
    }
    const about = JSON.parse(text) as { format: number; key: string | null };
    if (about.format !== FORMAT_VERSION) throw new Error(`${path} is of another version of Shoal`);
    if (about.key !== keyName)
      throw new Error(
        about.key === null
          ? `The backups in ${path} are not encrypted: leave the key out, or name another folder`
          : key
            ? `The backups in ${path} are encrypted with another key`
            : `The backups in ${path} are encrypted: give their key by --key FILE`,
      );
    return folder;
  }

  /** Lists complete backups, oldest first. */
  async list(): Promise<string[]> {
    return (await readdir(this.path)).filter((name) => FINISHED_NAME.test(name)).sort();
  }

  /** Lists interrupted backups. */
  async listUnfinished(): Promise<string[]> {
    return (await readdir(this.path)).filter((name) => UNFINISHED_NAME.test(name)).sort();
  }

  /**
   * Allows one backup at a time.
   * @returns a function that releases the lock.
   * @throws Error naming the process that is making a backup.
   */
  async lock(): Promise<() => Promise<void>> {
    const file = join(this.path, LOCK_FILE);
    const mine = JSON.stringify({ pid: process.pid, startedAt: await readProcessStart(process.pid) });
    for (let tries = 0; ; tries++) {
      const isMine = await writeFile(file, mine, { flag: "wx", mode: 0o600 }).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== "EEXIST") throw error;
          return false;
        },
      );
      if (isMine) return () => rm(file, { force: true });
      const text = await readFile(file, "utf8").catch(() => "");
      const { pid = 0, startedAt = "" } = parseLock(text);
      const isRunning = pid > 0 && startedAt !== "" && (await readProcessStart(pid)) === startedAt;
      if (isRunning || tries > 1) throw new Error(`Process ${pid} makes a backup in ${this.path}`);
      await rm(file, { force: true });
    }
  }

  /** Removes the remains of interrupted backups, and starts a backup. */
  async begin(id: string): Promise<string> {
    for (const name of [...(await this.listUnfinished()), TEMPORARY_FOLDER])
      await rm(join(this.path, name), { recursive: true, force: true });
    const name = `unfinished-${id}`;
    await mkdir(join(this.path, name), { mode: 0o700 });
    return name;
  }

  /** Marks an unfinished backup as complete. */
  async finish(unfinished: string, id: string): Promise<void> {
    for (const folder of this.#unsynced) await syncFolder(folder);
    this.#unsynced.clear();
    await rename(join(this.path, unfinished), join(this.path, id));
    await syncFolder(this.path);
  }

  /**
   * Writes a file atomically.
   * @param name its name in a finished backup, such as `20260101T000000Z/manifest`, with which it is encrypted.
   * @param at its location until then.
   */
  async write(
    name: string,
    bytes: AsyncIterable<Uint8Array>,
    { isCompressed = false, at = name }: FileShape & { at?: string } = {},
  ): Promise<StoredFile> {
    const path = join(this.path, at);
    const temporary = join(this.path, TEMPORARY_FOLDER, randomBytes(8).toString("hex"));
    await mkdir(dirname(temporary), { recursive: true, mode: 0o700 });
    const hash = createHash("sha256");
    let storedBytes = 0;
    const { key } = this;
    const source = Readable.from(bytes, { objectMode: false });
    const packed = isCompressed ? pipeThrough(source, createZstdCompress()) : source;
    const stored = key ? sealBytes(packed, key, name) : packed;
    try {
      await pipeline(
        stored,
        async function* (chunks: AsyncIterable<Uint8Array>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            storedBytes += chunk.length;
            yield chunk;
          }
        },
        createWriteStream(temporary, { mode: 0o600, flush: true }),
      );
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(temporary, path);
      for (let folder = dirname(path); folder.startsWith(this.path); folder = dirname(folder))
        this.#unsynced.add(folder);
    } catch (error) {
      await rm(temporary, { force: true });
      throw explainFullDisk(error, this.path);
    }
    return { sha256: hash.digest("hex"), storedBytes };
  }

  /**
   * Reads a file. If the file is damaged, this throws for an encrypted file; in an unencrypted file only `check` detects the
   * damage.
   */
  read(name: string, { isCompressed = false }: FileShape = {}): AsyncIterable<Uint8Array> {
    const stored: AsyncIterable<Uint8Array> = createReadStream(join(this.path, name), {
      highWaterMark: 256 * 1024,
    });
    const packed = this.key ? unsealBytes(stored, this.key, name) : stored;
    return isCompressed
      ? pipeThrough(Readable.from(packed, { objectMode: false }), createZstdDecompress())
      : packed;
  }

  /** Returns the size and hash of a stored file; undefined if there is none. */
  async findStored(name: string): Promise<StoredFile | undefined> {
    const path = join(this.path, name);
    const info = await stat(path).catch(() => undefined);
    if (!info?.isFile()) return undefined;
    const hash = createHash("sha256");
    await pipeline(createReadStream(path), hash);
    return { sha256: hash.digest("hex"), storedBytes: info.size };
  }

  /** Compares a stored file with its record. @returns a description of the error; undefined if there is none. */
  async check(name: string, { sha256, storedBytes }: StoredFile): Promise<string | undefined> {
    const found = await this.findStored(name);
    if (!found) return `missing: ${name}`;
    if (found.storedBytes !== storedBytes)
      return `damaged: ${name} has ${found.storedBytes} bytes instead of ${storedBytes}`;
    return found.sha256 === sha256 ? undefined : `damaged: ${name} is not what was written`;
  }

  /** Lists the media files of all backups. */
  async *listMedia(folder = MEDIA_FOLDER): AsyncGenerator<string> {
    const entries = await readdir(join(this.path, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries)
      if (entry.isDirectory()) yield* this.listMedia(`${folder}/${entry.name}`);
      else yield `${folder}/${entry.name}`;
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.path, name), { recursive: true, force: true });
  }

  async #writeText(name: string, text: string): Promise<void> {
    const temporary = join(this.path, `${name}.new`);
    await writeFile(temporary, text, { mode: 0o600, flush: true });
    await rename(temporary, join(this.path, name));
    await syncFolder(this.path);
  }
}

/** Returns the name of a backup, which is the second in which the backup started. */
export const formatBackupId = (date: Date): string =>
  `${date.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;

/** Pipes a stream into another one, and passes a failure on. */
function pipeThrough(from: Readable, through: NodeJS.ReadWriteStream & AsyncIterable<Uint8Array>) {
  from.on("error", (error) => (through as unknown as Readable).destroy(error));
  return from.pipe(through);
}

/** Adds the path to the error of a full disk, because a machine may have several disks. */
export function explainFullDisk(error: unknown, path: string): unknown {
  const isFull =
    (error as NodeJS.ErrnoException | undefined)?.code === "ENOSPC" ||
    /no space left/i.test(error instanceof Error ? error.message : "");
  return isFull ? new Error(`No space left for the backup in ${path}`, { cause: error }) : error;
}

function parseLock(text: string): { pid?: number; startedAt?: string } {
  try {
    return JSON.parse(text) as { pid?: number; startedAt?: string };
  } catch {
    return {};
  }
}
