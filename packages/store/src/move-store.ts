import { posix } from "node:path";
import { type MediaStore, mayGrow, type StoredObject } from "./media-store.ts";

/** Objects on their way at once: small ones wait for the network. */
const AT_ONCE = 8;

/** The bytes of an object that is copied, as often as they are asked for. */
export interface AdoptedBytes {
  sizeBytes: number;
  stream(): AsyncIterable<Uint8Array>;
  /** The folder for large objects in transit. */
  workFolder: string;
}

/** What a store must do to take objects in while others write and remove them. */
export interface AdoptingStore extends MediaStore {
  /** Stores a whole object, marked as copied, unless the name is there. @returns whether it was stored. */
  adopt(name: string, bytes: AdoptedBytes): Promise<boolean>;
  /** Whether an object is a copy that nobody has replaced since. */
  isAdopted(name: string): Promise<boolean>;
}

export interface MoveOptions {
  from: MediaStore;
  to: AdoptingStore;
  /** The folder for large objects in transit, of this run alone. */
  workFolder: string;
  /** The sources that are still written to, or may be. Asked before each pass. */
  listArriving: () => Promise<ReadonlySet<string>>;
  /** After each object. */
  onObject?: (object: StoredObject) => void;
}

export interface MoveResult {
  copied: number;
  copiedBytes: number;
  /** Sources that still arrive, in the old store. */
  arriving: string[];
  /** Sources of which the new store has another length: nobody can say which one is right. */
  differing: string[];
  /** Copies of what was deleted while it was copied. */
  removed: number;
}

/**
 * Copies all objects into another store while the platform runs with both (see `MovingStore`), in passes until nothing is left to
 * copy, and removes nothing from the old store. A run that was killed is taken up by the next one: an object is there whole or not at all.
 * What is deleted meanwhile does not come back; copies are marked, so that what a run left that was killed just then is found at the end.
 * @throws the stores' errors, once objects that were on their way have come to an end.
 */
export async function moveStore(options: MoveOptions): Promise<MoveResult> {
  const result: MoveResult = { copied: 0, copiedBytes: 0, arriving: [], differing: [], removed: 0 };
  for (let before = -1; before !== result.copied; ) {
    before = result.copied;
    result.arriving = [];
    result.differing = [];
    const arriving = await options.listArriving();
    await eachObject(options.from, (object) => moveObject(object, arriving, options, result));
  }
  await eachObject(options.to, ({ name }) => dropIfGone(name, options, result));
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
  } else if (mayGrow(name) && (arriving.has(name) || (await isFetched(name, { from, to })))) {
    result.arriving.push(name);
  } else {
    const isCopied = await adopt(object, { from, to, workFolder });
    // Someone may have deleted it since it was read.
    await dropIfGone(name, { from, to }, result);
    if (!isCopied) return;
    result.copied++;
    result.copiedBytes += sizeBytes;
  }
  onObject(object);
}

/** @returns false for one that was deleted after it was listed, or came to be there. */
async function adopt(
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

/** Only copies of ours go: what others have written is theirs. */
async function dropIfGone(
  name: string,
  { from, to }: Pick<MoveOptions, "from" | "to">,
  result: MoveResult,
): Promise<void> {
  if ((await from.findSize(name)) !== undefined || !(await to.isAdopted(name))) return;
  await to.remove(name);
  result.removed++;
}

/** A file that a worker fetches has its record beside it until it is whole. */
async function isFetched(name: string, stores: Pick<MoveOptions, "from" | "to">): Promise<boolean> {
  const record = posix.join(posix.dirname(name), "fetch.json");
  const sizes = await Promise.all([stores.from.findSize(record), stores.to.findSize(record)]);
  return sizes.some((size) => size !== undefined);
}

/** Some objects at once; after a fault no more begin. */
async function eachObject(store: MediaStore, work: (object: StoredObject) => Promise<void>): Promise<void> {
  const objects = store.list();
  let isFailed = false;
  const workSome = async () => {
    for (;;) {
      const next = isFailed ? undefined : await objects.next();
      if (!next || next.done) return;
      await work(next.value);
    }
  };
  const runs = Array.from({ length: AT_ONCE }, () =>
    workSome().catch((error: unknown) => {
      isFailed = true;
      throw error;
    }),
  );
  const failed = (await Promise.allSettled(runs)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}
