import { AppError, FREE_TIER_BYTES, type ResponseOf, type routes } from "@shoal/contract";
import { faultToTell } from "../../platform/ask-in-time.ts";
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
  const readDelivered = (clientUuid: string, now: Date) =>
    figures.readDeliveredBytes(clientUuid, Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) / 1_000);
  return {
    /**
     * @throws AppError "free_tier_exceeded" when the client is on the free tier and has delivered its 1 TB of this
     * calendar month. While the analytics engine is away nobody is refused.
     */
    async assertMayCreate(actor: Actor, now = new Date()): Promise<void> {
      if (!actor.user.free_tier) return;
      const deliveredBytes = await readDelivered(actor.clientUuid, now).catch(() => 0);
      if (deliveredBytes >= FREE_TIER_BYTES)
        throw new AppError(
          "free_tier_exceeded",
          "Free-tier clients are restricted to 1TB of streaming. Please upgrade your plan or delete a video.",
        );
    },

    /** @throws AppError "unavailable" while the analytics engine is away: 0 bytes would be a wrong answer. */
    async getStorage(actor: Actor, now = new Date()): Promise<ResponseOf<typeof routes.getStorage>> {
      const [stored, deliveredBytes] = await Promise.all([
        createStorageRepository(db).readStored(actor.clientUuid),
        readDelivered(actor.clientUuid, now).catch((error: unknown) => {
          throw faultToTell(error);
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
