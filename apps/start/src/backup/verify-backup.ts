import type { MediaStore } from "@shoal/store";
import type { BackupFolder } from "./backup-folder.ts";
import {
  type IndexedObject,
  MANIFEST_FILE,
  type Manifest,
  mediaFileOf,
  readIndex,
  readManifest,
} from "./manifest.ts";

export interface VerificationResult {
  manifest: Manifest | undefined;
  /** Descriptions of missing or damaged files, one per line; empty if the backup is complete. */
  faults: string[];
}

/**
 * Reads the complete backup.
 * @param store the store with the media that the backup refers to.
 */
export async function verifyBackup(
  folder: BackupFolder,
  id: string,
  store?: Pick<MediaStore, "findSize">,
): Promise<VerificationResult> {
  const faults: string[] = [];
  const manifest = await readManifest(folder, id).catch((error: unknown) => {
    faults.push(
      `damaged: ${id}/${MANIFEST_FILE} (${error instanceof Error ? error.message : String(error)})`,
    );
    return undefined;
  });
  if (!manifest) return { manifest, faults };
  for (const [name, file] of Object.entries(manifest.files)) {
    const fault = await folder.check(`${id}/${name}`, file);
    if (fault) faults.push(fault);
  }
  if (faults.length === 0)
    for await (const object of readIndex(folder, id)) {
      const fault = await faultOf(folder, id, object, store);
      if (fault) faults.push(fault);
    }
  return { manifest, faults };
}

async function faultOf(
  folder: BackupFolder,
  id: string,
  object: IndexedObject,
  store: Pick<MediaStore, "findSize"> | undefined,
): Promise<string | undefined> {
  if (object.file) return folder.check(mediaFileOf(id, object), object.file);
  const sizeBytes = await store?.findSize(object.name);
  if (sizeBytes === undefined) return `missing: ${object.name} in the media store`;
  return sizeBytes < object.sizeBytes
    ? `damaged: ${object.name} has ${sizeBytes} bytes in the media store instead of ${object.sizeBytes}`
    : undefined;
}
