import type { Database } from "../../../platform/database.ts";
import { AS_OF_CURSOR } from "../../media/videos/index.ts";

/** The cursor of the next hour to close, in seconds since 1970. It was renamed when hours started to contain their minutes. */
export const CLOSED_CURSOR = "figures.minutes_closed_until";
/** The time since which edges measure billed bytes, in seconds since 1970. */
export const METERED_CURSOR = "billing.metered_since";

/** Creates the repository of the progress of figures, which all replicas share. */
export function createFigureCursorsRepository(db: Database) {
  const find = async (name: string): Promise<number | undefined> => {
    const kept = await db.selectFrom("cursors").select("value").where("name", "=", name).executeTakeFirst();
    return typeof kept?.value === "number" ? kept.value : undefined;
  };
  const save = async (name: string, number: number): Promise<void> => {
    const value = JSON.stringify(number);
    await db
      .insertInto("cursors")
      .values({ name, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
  };
  return {
    findClosedUntilSec: () => find(CLOSED_CURSOR),
    saveClosedUntilSec: (sec: number) => save(CLOSED_CURSOR, sec),

    async deleteClosed(): Promise<void> {
      await db.deleteFrom("cursors").where("name", "=", CLOSED_CURSOR).execute();
    },

    /** Returns when bills started to be based on edges' measurements, in seconds since 1970. */
    getMeteredSinceSec: async (): Promise<number> => (await find(METERED_CURSOR)) ?? 0,
    saveAsOfMs: (ms: number) => save(AS_OF_CURSOR, ms),

    /** Starts measuring the lateness of figures, unless it is running. */
    async beginAt(ms: number): Promise<void> {
      const value = JSON.stringify(ms);
      await db
        .insertInto("cursors")
        .values({ name: AS_OF_CURSOR, value })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Finds the time of all figures, in ms since 1970; undefined before the first run. */
    findAsOfMs: () => find(AS_OF_CURSOR),
  };
}
export type FigureCursorsRepository = ReturnType<typeof createFigureCursorsRepository>;
