import type { SharedCounts } from "@shoal/limits";
import type pg from "pg";

const NOW_MS = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/**
 * Creates shared counts in PostgreSQL. A bucket is stored as the time at which it will be empty by the database's clock: its
 * row expires then, and the clocks of replicas do not matter.
 */
export function createDatabaseCounts(pool: pg.Pool): SharedCounts {
  return {
    async add(counts) {
      const { rows } = await pool.query<{ key: string; points: number }>(
        `INSERT INTO rate_limits AS kept (key, points, expire)
         SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[]) ORDER BY 1
         ON CONFLICT (key) DO UPDATE SET points = kept.points + excluded.points RETURNING key, points`,
        [
          counts.map(({ key }) => key),
          counts.map(({ points }) => points),
          counts.map(({ untilMs }) => untilMs),
        ],
      );
      return new Map(rows.map(({ key, points }) => [key, points]));
    },
    async pour(poured) {
      const { rows } = await pool.query<{ key: string; fullMs: string }>(
        `INSERT INTO rate_limits AS kept (key, points, expire)
         SELECT key, 0, ${NOW_MS} + fill FROM unnest($1::text[], $2::bigint[]) AS poured (key, fill) ORDER BY 1
         ON CONFLICT (key) DO UPDATE SET expire = excluded.expire + greatest(0, kept.expire - ${NOW_MS})
         RETURNING key, expire - ${NOW_MS} AS "fullMs"`,
        [
          poured.map(({ key }) => key),
          poured.map(({ units, perSec }) => Math.ceil((units * 1_000) / perSec)),
        ],
      );
      const perSec = new Map(poured.map((each) => [each.key, each.perSec]));
      return new Map(
        rows.map(({ key, fullMs }) => [key, (Math.max(0, Number(fullMs)) * (perSec.get(key) ?? 0)) / 1_000]),
      );
    },
  };
}
