import type { MediaStore } from "@shoal/store";
import { ObjectNotFound } from "@shoal/store";
import type { BackupFolder } from "./backup-folder.ts";
import { forEachOf } from "./for-each-of.ts";
import { type IndexedObject, mediaFileOf, readIndex } from "./manifest.ts";

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
  readonly #isCopied: boolean;
  /** The objects of earlier backups, by file name. */
  readonly #known = new Map<string, IndexedObject>();
  readonly #objects = new Map<string, IndexedObject>();
  constructor(folder: BackupFolder, store: MediaStore, { isCopied }: { isCopied: boolean }) {
    this.#folder = folder;
    this.#store = store;
    this.#isCopied = isCopied;
  }

  async learnFrom(id: string): Promise<void> {
    for await (const object of readIndex(this.#folder, id))
      if (object.file) this.#known.set(mediaFileOf(object), object);
  }

  /** Lists the store and copies missing objects. The entry of an object that an earlier call also found is replaced. */
  async pass(): Promise<MediaPass> {
    const pass: MediaPass = { copied: 0, copiedBytes: 0, there: 0 };
    await forEachOf(this.#store.list(), (object) => this.#keep(object, pass));
    return pass;
  }

  get objects(): readonly IndexedObject[] {
    return [...this.#objects.values()];
  }

  async *index(): AsyncGenerator<Uint8Array> {
    for (const object of this.#objects.values()) yield Buffer.from(`${JSON.stringify(object)}\n`);
  }

  async #keep(object: { name: string; sizeBytes: number }, pass: MediaPass): Promise<void> {
    const { name, sizeBytes } = object;
    if (!this.#isCopied) return void this.#objects.set(name, { name, sizeBytes });
    const path = mediaFileOf(object);
    const known = this.#known.get(path);
    // An interrupted backup may have copied the object without indexing it.
    const file = known?.file ?? (await this.#folder.findStored(path));
    if (file) {
      pass.there++;
      this.#remember({ name, sizeBytes, file });
      return;
    }
    try {
      const stored = await this.#folder.write(path, this.#bytesOf(object));
      pass.copied++;
      pass.copiedBytes += sizeBytes;
      this.#remember({ name, sizeBytes, file: stored });
    } catch (error) {
      // The object was deleted after it had been listed.
      if (!isMissing(error)) throw error;
    }
  }

  #remember(object: IndexedObject): void {
    this.#objects.set(object.name, object);
    this.#known.set(mediaFileOf(object), object);
  }

  /** Reads as many bytes as the object had when it was listed, because more of a source may have arrived since. */
  async *#bytesOf({ name, sizeBytes }: { name: string; sizeBytes: number }): AsyncGenerator<Uint8Array> {
    if (sizeBytes === 0) return;
    let bytes = 0;
    for await (const chunk of this.#store.stream(name, { offset: 0, length: sizeBytes })) {
      bytes += chunk.length;
      yield chunk;
    }
    if (bytes !== sizeBytes) throw new Error(`${name} has ${bytes} bytes instead of ${sizeBytes}`);
  }
}

const isMissing = (error: unknown) =>
  error instanceof ObjectNotFound || (error as NodeJS.ErrnoException | undefined)?.code === "ENOENT";
