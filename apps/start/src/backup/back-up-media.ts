import type { MediaStore, StoredObject } from "@shoal/store";
import { GROWING_BLOCK_BYTES, ObjectNotFound } from "@shoal/store";
import type { BackupFolder, StoredFile } from "./backup-folder.ts";
import { forEachOf } from "./for-each-of.ts";
import { type IndexedObject, mediaFileOf, readIndex } from "./manifest.ts";
import { isArriving } from "./sources.ts";

export interface MediaBackupOptions {
  /** The name of the backup. */
  id: string;
  /** The folder of the backup until it is complete. */
  unfinished: string;
  /** Whether media are copied, or only listed. */
  isCopied: boolean;
}

export interface MediaPass {
  copied: number;
  copiedBytes: number;
  /** The number of objects that earlier backups have already copied. */
  there: number;
}

/**
 * Copies the media that the backup folder lacks. This happens before and after the database snapshot, so that the backup has both
 * the objects that are deleted in between and those that are added.
 */
export class MediaBackup {
  readonly #folder: BackupFolder;
  readonly #store: MediaStore;
  readonly #options: MediaBackupOptions;
  /** The objects of earlier backups, by file name. */
  readonly #known = new Map<string, IndexedObject>();
  readonly #objects = new Map<string, IndexedObject>();
  constructor(folder: BackupFolder, store: MediaStore, options: MediaBackupOptions) {
    this.#folder = folder;
    this.#store = store;
    this.#options = options;
  }

  async learnFrom(id: string): Promise<void> {
    for await (const object of readIndex(this.#folder, id))
      if (object.file && !object.isArriving) this.#known.set(mediaFileOf(id, object), object);
  }

  /**
   * Lists the store and copies missing objects. The entry of an object that an earlier call also found is replaced.
   * @param complete the names of the uploads that had arrived completely before the pass.
   */
  async pass(complete: ReadonlySet<string>): Promise<MediaPass> {
    const pass: MediaPass = { copied: 0, copiedBytes: 0, there: 0 };
    await forEachOf(this.#store.list(), async (object) => {
      if (!this.#options.isCopied) this.#objects.set(object.name, object);
      else if (isArriving(object.name, complete)) await this.#keepArriving(object, pass);
      else await this.#keep(object, pass);
    });
    return pass;
  }

  get objects(): readonly IndexedObject[] {
    return [...this.#objects.values()];
  }

  async *index(): AsyncGenerator<Uint8Array> {
    for (const object of this.#objects.values()) yield Buffer.from(`${JSON.stringify(object)}\n`);
  }

  async #keep(object: StoredObject, pass: MediaPass): Promise<void> {
    const { name, sizeBytes } = object;
    const path = mediaFileOf(this.#options.id, object);
    const known = this.#known.get(path);
    // An interrupted backup may have copied the object without indexing it.
    const file = known?.file ?? (await this.#folder.findStored(path));
    if (file) {
      pass.there++;
      this.#remember({ name, sizeBytes, file });
      return;
    }
    const stored = await writeUnlessMissing(() => this.#folder.write(path, this.#bytesOf(object)));
    if (!stored) return;
    pass.copied++;
    pass.copiedBytes += sizeBytes;
    await this.#removeEarlierCopy(name);
    this.#remember({ name, sizeBytes, file: stored });
  }

  /** Removes what an earlier pass copied of an upload that has arrived since. */
  async #removeEarlierCopy(name: string): Promise<void> {
    if (this.#objects.get(name)?.isArriving) await this.#folder.remove(this.#arrivingPathOf(name));
  }

  /** Returns the path of an arriving object's copy until the backup is complete. */
  #arrivingPathOf(name: string): string {
    const { id, unfinished } = this.#options;
    return mediaFileOf(id, { name, sizeBytes: 0, isArriving: true }).replace(id, unfinished);
  }

  /** Copies an object that may have gaps and still change into the folder of this backup. */
  async #keepArriving({ name, sizeBytes }: StoredObject, pass: MediaPass): Promise<void> {
    const object = { name, sizeBytes, isArriving: true };
    const path = mediaFileOf(this.#options.id, object);
    const file = await writeUnlessMissing(() =>
      this.#folder.write(path, this.#arrivedBytesOf(object), { at: this.#arrivingPathOf(name) }),
    );
    if (!file) return;
    pass.copied++;
    pass.copiedBytes += sizeBytes;
    this.#objects.set(name, { ...object, file });
  }

  #remember(object: IndexedObject): void {
    this.#objects.set(object.name, object);
    this.#known.set(mediaFileOf(this.#options.id, object), object);
  }

  /** Reads an object block by block, since the store may lack some; their bytes become zeros, and the uploader sends them later. */
  async *#arrivedBytesOf({ name, sizeBytes }: StoredObject): AsyncGenerator<Uint8Array> {
    for (let offset = 0; offset < sizeBytes; offset += GROWING_BLOCK_BYTES) {
      const length = Math.min(GROWING_BLOCK_BYTES, sizeBytes - offset);
      const bytes = await this.#store.read(name, { offset, length });
      yield bytes;
      if (bytes.length < length) yield Buffer.alloc(length - bytes.length);
    }
  }

  async *#bytesOf({ name, sizeBytes }: StoredObject): AsyncGenerator<Uint8Array> {
    if (sizeBytes === 0) return;
    let bytes = 0;
    for await (const chunk of this.#store.stream(name, { offset: 0, length: sizeBytes })) {
      bytes += chunk.length;
      yield chunk;
    }
    if (bytes !== sizeBytes) throw new Error(`${name} has ${bytes} bytes instead of ${sizeBytes}`);
  }
}

/** Writes a file. @returns undefined if the object was deleted after it had been listed. */
async function writeUnlessMissing(write: () => Promise<StoredFile>): Promise<StoredFile | undefined> {
  try {
    return await write();
  } catch (error) {
    if (!isMissing(error)) throw error;
    return undefined;
  }
}

const isMissing = (error: unknown) =>
  error instanceof ObjectNotFound || (error as NodeJS.ErrnoException | undefined)?.code === "ENOENT";
