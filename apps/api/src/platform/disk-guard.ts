import { AppError } from "@shoal/contract";
import { encodingFloorOf, type MediaStore } from "@shoal/store";

/** Reserves disk space for the database: nothing large starts while the disk is low. */
export interface DiskGuard {
  /** @throws AppError "disk_low" when, after `neededBytes` more, less than the watermark would be free. */
  assertRoom(neededBytes: number): Promise<void>;
  /** Returns whether workers must wait until there is space again. */
  isTooFullToEncode(): Promise<boolean>;
}

/** @example await createDiskGuard(store, 2e9).assertRoom(file.sizeBytes); */
export function createDiskGuard(store: Pick<MediaStore, "freeBytes">, lowBytes: number): DiskGuard {
  return {
    async assertRoom(neededBytes) {
      const freeBytes = await store.freeBytes();
      if (freeBytes - neededBytes >= lowBytes) return;
      throw diskLow();
    },
    isTooFullToEncode: async () => (await store.freeBytes()) < encodingFloorOf(lowBytes),
  };
}

export const diskLow = () =>
  new AppError("disk_low", "The storage is almost full: delete videos or add space, then try again");
