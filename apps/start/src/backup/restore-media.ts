import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { GROWING_BLOCK_BYTES, type MediaStore, mayGrow } from "@shoal/store";
import type { BackupFolder } from "./backup-folder.ts";
import { forEachOf } from "./for-each-of.ts";
import { type IndexedObject, mediaFileOf, readIndex } from "./manifest.ts";

/** The size in bytes above which an object passes through a file instead of through memory. */
const MAX_IN_MEMORY_BYTES = 8_000_000;

export interface RestoredMedia {
  restored: number;
  restoredBytes: number;
  /** The number of objects that already exist in the store with the same size. */
  there: number;
  /** The objects that the backup lists, but neither the backup nor the store has. */
  missing: string[];
  /** Descriptions of files in the backup that are missing or damaged. */
  faults: string[];
  /** The objects whose size in the store differs. They are left unchanged. */
  different: string[];
  /** The objects that only the store has. They are left unchanged. */
  more: string[];
}

/** Copies the media of a backup into a store. Existing objects are neither replaced nor removed. */
export async function restoreMedia(
  folder: BackupFolder,
  id: string,
  { store, workFolder }: { store: MediaStore; workFolder: string },
): Promise<RestoredMedia> {
  const result: RestoredMedia = {
    restored: 0,
    restoredBytes: 0,
    there: 0,
    missing: [],
    faults: [],
    different: [],
    more: [],
  };
  const named = new Set<string>();
  await forEachOf(readIndex(folder, id), async (object) => {
    const { name, sizeBytes, file } = object;
    named.add(name);
    const found = await store.findSize(name);
    // An interrupted restore may have left only the start of a source, which is written in blocks.
    const isPartial = file !== undefined && found !== undefined && mayGrow(name) && found < sizeBytes;
    if (found === sizeBytes) result.there++;
    else if (found !== undefined && !isPartial) result.different.push(name);
    else if (!file) result.missing.push(name);
    else {
      const path = mediaFileOf(id, object);
      const fault = await folder.check(path, file);
      if (fault) return void result.faults.push(fault);
      await putObject(store, object, folder.read(path), workFolder);
      result.restored++;
      result.restoredBytes += sizeBytes;
    }
  });
  for await (const { name } of store.list()) if (!named.has(name)) result.more.push(name);
  return result;
}

async function putObject(
  store: MediaStore,
  { name, sizeBytes }: IndexedObject,
  bytes: AsyncIterable<Uint8Array>,
  workFolder: string,
): Promise<void> {
  if (mayGrow(name)) return putGrowingSource(store, name, bytes);
  if (sizeBytes <= MAX_IN_MEMORY_BYTES) return store.put(name, await buffer(bytes as never));
  const path = join(workFolder, `restored-${randomBytes(8).toString("hex")}`);
  try {
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
    await store.putFile(name, path);
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Writes a source in whole blocks, as the store requires, and in order. Until the write is complete, the size therefore shows that the
 * end is missing.
 */
async function putGrowingSource(
  store: MediaStore,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  let [offset, length] = [0, 0];
  let parts: Uint8Array[] = [];
  const write = async () => {
    await store.writeAt(name, offset, parts);
    offset += length;
    [parts, length] = [[], 0];
  };
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + GROWING_BLOCK_BYTES - length);
      parts.push(part);
      length += part.length;
      at += part.length;
      if (length === GROWING_BLOCK_BYTES) await write();
    }
  if (length > 0 || offset === 0) await write();
}
