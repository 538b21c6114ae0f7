import { AppError, FREE_TIER_BYTES, type ResponseOf, type routes } from "@shoal/contract";
import type { Database } from "../../platform/database.ts";
import type { Actor } from "../auth/index.ts";
import type { ClientFigures } from "../figures/index.ts";
import { createStorageRepository } from "./storage.repository.ts";

export interface StorageDeps {
  db: Database;
  figures: Pick<ClientFigures, "readDeliveredBytes">;
}

/** What a client stores and delivers. */
export function createStorageService({ db, figures }: StorageDeps) {
  return {
    /** @throws AppError "unavailable" while the analytics engine is away: 0 bytes would be a wrong answer. */
    async getStorage(actor: Actor, now = new Date()): Promise<ResponseOf<typeof routes.getStorage>> {
      const sinceSec = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) / 1_000;
      const [stored, deliveredBytes] = await Promise.all([
        createStorageRepository(db).readStored(actor.clientUuid),
        figures.readDeliveredBytes(actor.clientUuid, sinceSec).catch(() => {
          throw new AppError("unavailable", "Figures are not available at the moment, please retry later");
        }),
      ]);
      return {
        ...stored,
        deliveredBytes,
        deliveredLimitBytes: actor.user.free_tier ? FREE_TIER_BYTES : null,
      };
    },
  };
}
export type StorageService = ReturnType<typeof createStorageService>;
