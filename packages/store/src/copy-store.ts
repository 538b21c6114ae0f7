import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { GROWING_BLOCK_BYTES, type MediaStore, mayGrow, type StoredObject } from "./media-store.ts";

/** The number of objects copied in parallel. Latency dominates the time for copying small objects. */
const PARALLEL_COPIES = 8;
/** The size in bytes above which an object passes through a file instead of memory. */
const MAX_IN_MEMORY_BYTES = 8_000_000;

export interface CopyOptions {
  from: MediaStore;
  to: MediaStore;
  /** The folder for large objects in transit. It is emptied after each run. */
  workFolder: string;
  /** Called after each object. */
  onObject?: (object: StoredObject, kind: "copied" | "there") => void;
}

export interface CopyResult {
  copied: number;
  copiedBytes: number;
  /** The number of objects that an earlier run had copied. */
  there: number;
}

/**
 * Copies all objects into another store and removes nothing. If a run is killed, the next one continues. Objects are copied
 * completely or not at all, and a source written in blocks is complete once its last block is copied. Nothing may be written to
 * either store in the meantime.
 * @throws the stores' errors, once the copies in progress have ended.
 */
export async function copyStore({
  from,
  to,
  workFolder,
  onObject = () => undefined,
}: CopyOptions): Promise<CopyResult> {
  const result: CopyResult = { copied: 0, copiedBytes: 0, there: 0 };
  const folder = await mkdtemp(join(workFolder, "shoal-copy-"));
  const objects = from.list();
  let isFailed = false;
  let made = 0;
  const copySome = async () => {
    for (;;) {
      const next = isFailed ? undefined : await objects.next();
      if (!next || next.done) return;
      const object = next.value;
      const isThere = (await to.findSize(object.name)) === object.sizeBytes;
      if (isThere) result.there++;
      else {
        await copyObject(from, to, object, join(folder, String(made++)));
        result.copied++;
        result.copiedBytes += object.sizeBytes;
      }
      onObject(object, isThere ? "there" : "copied");
    }
  };
  try {
    const runs = Array.from({ length: PARALLEL_COPIES }, () =>
      copySome().catch((error: unknown) => {
        isFailed = true;
        throw error;
      }),
    );
    const ended = await Promise.allSettled(runs);
    const failed = ended.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function copyObject(
  from: MediaStore,
  to: MediaStore,
  { name, sizeBytes }: StoredObject,
  localPath: string,
): Promise<void> {
  // Blocks are copied in order, so the size is correct only once everything is copied.
  if (mayGrow(name))
    for (let offset = 0; offset === 0 || offset < sizeBytes; offset += GROWING_BLOCK_BYTES) {
      const length = Math.min(GROWING_BLOCK_BYTES, sizeBytes - offset);
      await to.writeAt(name, offset, await from.read(name, { offset, length }));
    }
  else if (sizeBytes <= MAX_IN_MEMORY_BYTES) await to.put(name, await from.read(name));
  else {
    await pipeline(from.stream(name), createWriteStream(localPath));
    await to.putFile(name, localPath);
  }
}
