import { posix } from "node:path";
import { type MediaStore, mayGrow, type StoredObject } from "./media-store.ts";

/** The number of objects copied in parallel. Latency dominates the time for copying small objects. */
const PARALLEL_COPIES = 8;

/** The bytes of an object that is copied. They can be read repeatedly. */
export interface AdoptedBytes {
  sizeBytes: number;
  stream(): AsyncIterable<Uint8Array>;
  /** The folder for large objects in transit. */
  workFolder: string;
}

/** A store that can receive copies while others write and remove objects. */
export interface AdoptingStore extends MediaStore {
  /** Stores an object and marks it as a copy, unless the name exists. @returns whether the object was stored. */
  adopt(name: string, bytes: AdoptedBytes): Promise<boolean>;
  /** Returns whether an object is a copy that has not been replaced since. */
  isAdopted(name: string): Promise<boolean>;
}

export interface MoveOptions {
  from: MediaStore;
  to: AdoptingStore;
  /** The folder for large objects in transit. Only this run uses it. */
  workFolder: string;
  /** Lists the sources that may still be written to. Called before each pass. */
  listArriving: () => Promise<ReadonlySet<string>>;
  /** Called after each object. */
  onObject?: (object: StoredObject) => void;
}

export interface MoveResult {
  copied: number;
  copiedBytes: number;
  /** Sources that are still being uploaded to the old store. They are copied later. */
  arriving: string[];
  /** Sources whose size differs in the new store. It is unknown which of the two is correct. */
  differing: string[];
  /** The number of removed copies whose original had been deleted. */
  removed: number;
}

/**
 * Copies all objects into another store while the platform runs with both (see `MovingStore`), in passes until nothing is left to copy. It
 * removes nothing from the old store. If a run is killed, the next one continues: objects are copied completely or not at all. Objects
 * deleted in the meantime do not reappear: copies are marked, so that a later run finds and removes copies whose original has been deleted.
 * @throws the stores' errors, once the copies in progress have ended.
 */
export async function moveStore(options: MoveOptions): Promise<MoveResult> {
  const result: MoveResult = { copied: 0, copiedBytes: 0, arriving: [], differing: [], removed: 0 };
  for (let before = -1; before !== result.copied; ) {
    before = result.copied;
    result.arriving = [];
    result.differing = [];
    const arriving = await options.listArriving();
    await forEachObject(options.from, (object) => moveObject(object, arriving, options, result));
  }
  await forEachObject(options.to, ({ name }) => deleteIfSourceMissing(name, options, result));
  return result;
}

async function moveObject(
  object: StoredObject,
  arriving: ReadonlySet<string>,
  { from, to, workFolder, onObject = () => undefined }: MoveOptions,
  result: MoveResult,
): Promise<void> {
  const { name, sizeBytes } = object;
  const there = await to.findSize(name);
  if (there !== undefined) {
    if (mayGrow(name) && there !== sizeBytes) result.differing.push(name);
  } else if (mayGrow(name) && (arriving.has(name) || (await isStillFetched(name, { from, to })))) {
    result.arriving.push(name);
  } else {
    const isCopied = await adoptObject(object, { from, to, workFolder });
    // The original may have been deleted since it was read.
    await deleteIfSourceMissing(name, { from, to }, result);
    if (!isCopied) return;
    result.copied++;
    result.copiedBytes += sizeBytes;
  }
  onObject(object);
}

/** @returns false if the object was deleted after it was listed, or already exists in the new store. */
async function adoptObject(
  { name, sizeBytes }: StoredObject,
  { from, to, workFolder }: Pick<MoveOptions, "from" | "to" | "workFolder">,
): Promise<boolean> {
  try {
    return await to.adopt(name, { sizeBytes, workFolder, stream: () => from.stream(name) });
  } catch (error) {
    if ((await from.findSize(name)) === undefined) return false;
    throw error;
  }
}

/** Removes only copies made by this move, and never what others have written. */
async function deleteIfSourceMissing(
  name: string,
  { from, to }: Pick<MoveOptions, "from" | "to">,
  result: MoveResult,
): Promise<void> {
  if ((await from.findSize(name)) !== undefined || !(await to.isAdopted(name))) return;
  await to.remove(name);
  result.removed++;
}

/** Returns whether a worker is still fetching a file: it has a record next to it until it is complete. */
async function isStillFetched(name: string, stores: Pick<MoveOptions, "from" | "to">): Promise<boolean> {
  const record = posix.join(posix.dirname(name), "fetch.json");
  const sizes = await Promise.all([stores.from.findSize(record), stores.to.findSize(record)]);
  return sizes.some((size) => size !== undefined);
}

/** Processes several objects in parallel. After an error, no further ones are started. */
async function forEachObject(
  store: MediaStore,
  work: (object: StoredObject) => Promise<void>,
): Promise<void> {
  const objects = store.list();
  let isFailed = false;
  const workSome = async () => {
    for (;;) {
      const next = isFailed ? undefined : await objects.next();
      if (!next || next.done) return;
      await work(next.value);
    }
  };
  const runs = Array.from({ length: PARALLEL_COPIES }, () =>
    workSome().catch((error: unknown) => {
      isFailed = true;
      throw error;
    }),
  );
  const failed = (await Promise.allSettled(runs)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}
