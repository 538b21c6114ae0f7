import {
  AppError,
  FREE_TIER_BYTES,
  MAX_SENT_FILES_BYTES,
  type ResponseOf,
  type routes,
} from "@shoal/contract";
import { runForPlatform } from "../../../platform/calling-client.ts";
import { AnalyticsError } from "../../../platform/clickhouse.ts";
import { need } from "../../../platform/composition/need.ts";
import type { Database } from "../../../platform/database.ts";
import { errorForCaller } from "../../../platform/query-in-time.ts";
import type { Actor } from "../auth/index.ts";
import { createStorageRepository } from "./storage.repository.ts";

/** Reads the amounts that count against a client's delivery limit. */
export interface DeliveredBytes {
  /** Reads the bytes delivered since a full hour. @throws if ClickHouse does not respond. */
  readDeliveredBytes(clientUuid: string, sinceSec: number): Promise<number>;
}
export const DELIVERED_BYTES = need<DeliveredBytes>("delivered bytes of clients");

/** The check of the budget that a client's managers have set. */
export interface BudgetStops {
  /** Whether the client has reached its monthly budget and has chosen that nothing may be created beyond it. */
  isStopped(clientUuid: string): Promise<boolean>;
}
export const BUDGET_STOPS = need<BudgetStops>("budgets that stop");

export interface StorageDeps {
  db: Database;
  figures: DeliveredBytes;
  budgets: BudgetStops;
}

/** Reads the storage and delivery of a client, and enforces their limits. */
export function createStorageService({ db, figures, budgets }: StorageDeps) {
  const readDelivered = (clientUuid: string, now: Date) =>
    figures.readDeliveredBytes(clientUuid, Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) / 1_000);
  /**
   * The clients that exceeded the limit, each with the month. Delivered bytes never decrease, so a client stays over the limit for
   * the month.
   */
  const exceeded = new Map<string, number>();

  /** @returns undefined while ClickHouse is unavailable, but not if the query is too expensive. */
  const findDelivered = (clientUuid: string, now: Date): Promise<number | undefined> =>
    runForPlatform(() => readDelivered(clientUuid, now)).catch((error: unknown) => {
      if (error instanceof AnalyticsError && error.fault === "away") return undefined;
      throw errorForCaller(error);
    });

  return {
    /**
     * @throws AppError "free_tier_exceeded" if the client is on the free tier and has delivered its 1 TB this calendar month;
     * "budget_reached"; "took_too_long". While ClickHouse is unavailable, only clients already known to exceed the limit are
     * rejected.
     */
    async assertMayCreate(actor: Actor, now = new Date()): Promise<void> {
      if (await budgets.isStopped(actor.clientUuid))
        throw new AppError("budget_reached", "This month's budget is used up: ask a manager to raise it");
      if (!actor.user.free_tier) return;
      const month = now.getUTCFullYear() * 12 + now.getUTCMonth();
      const deliveredBytes = await findDelivered(actor.clientUuid, now);
      if (deliveredBytes !== undefined && deliveredBytes >= FREE_TIER_BYTES)
        exceeded.set(actor.clientUuid, month);
      else if (deliveredBytes !== undefined) exceeded.delete(actor.clientUuid);
      if (exceeded.get(actor.clientUuid) === month)
        throw new AppError(
          "free_tier_exceeded",
          "Free-tier clients are restricted to 1TB of streaming. Please upgrade your plan or delete a video.",
        );
    },

    /**
     * Checks whether a file in chat or comments still fits. Concurrent uploads do not count towards each other's check.
     * @throws AppError "sent_files_full".
     */
    async assertRoomForSent(clientUuid: string, bytes: number): Promise<void> {
      if ((await createStorageRepository(db).readSent(clientUuid)) + bytes > MAX_SENT_FILES_BYTES)
        throw new AppError(
          "sent_files_full",
          `Chat and comment files exceed ${MAX_SENT_FILES_BYTES / 1e9} GB: delete some first`,
        );
    },

    /** @throws AppError "unavailable" while ClickHouse is down, because 0 bytes would be wrong. */
    async getStorage(actor: Actor, now = new Date()): Promise<ResponseOf<typeof routes.getStorage>> {
      const storage = createStorageRepository(db);
      const [{ storedBytes, videoCount }, sentBytes, deliveredBytes] = await Promise.all([
        storage.readStored(actor.clientUuid),
        storage.readSent(actor.clientUuid),
        readDelivered(actor.clientUuid, now).catch((error: unknown) => {
          throw errorForCaller(error);
        }),
      ]);
      return {
        storedBytes: storedBytes + sentBytes,
        videoCount,
        deliveredBytes,
        deliveredLimitBytes: actor.user.free_tier ? FREE_TIER_BYTES : null,
      };
    },
  };
}
export type StorageService = ReturnType<typeof createStorageService>;
