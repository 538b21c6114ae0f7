/**
 * For backups and restores. With `--describe`: prints as JSON how this version creates the tables of its queue. Otherwise:
 * creates the tables for the rows of a backup, which are named on standard input, in DATABASE_URL and CLICKHOUSE_URL.
 */
import { json } from "node:stream/consumers";
import { FAIR_QUEUE } from "@shoal/lifecycle";
import { sql } from "kysely";
import { getConstructionPlans } from "pg-boss";
import { z } from "zod";
import { MODULES } from "../modules.ts";
import { openAnalyticsIn } from "../platform/analytics-cluster.ts";
import { prepareAnalytics } from "../platform/analytics-tables.ts";
import { joinMigrations } from "../platform/composition/join-migrations.ts";
import { migrate, openDatabase } from "../platform/database.ts";

const TableRequest = z.object({ migrations: z.array(z.string()), queueTables: z.string() });

async function makeDatabase({ migrations, queueTables }: z.infer<typeof TableRequest>): Promise<void> {
  const { db, pool, close } = openDatabase(process.env.DATABASE_URL ?? "", 2);
  try {
    const secret = process.env.INTERNAL_SECRET;
    await migrate(db, {
      ...(secret ? { installationSecret: secret } : {}),
      ofModules: joinMigrations(MODULES),
      only: migrations,
    });
    const { rows } = await pool.query("SELECT to_regclass('queue.version') IS NOT NULL AS is_made");
    if (!rows[0]?.is_made) await pool.query(queueTables);
    await db.transaction().execute(async (tx) => {
      for (const statement of FAIR_QUEUE) await sql.raw(statement).execute(tx);
    });
  } finally {
    await close();
  }
}

async function makeAnalytics(): Promise<void> {
  const { CLICKHOUSE_URL: url = "", CLICKHOUSE_CLUSTER: name } = process.env;
  const analytics = openAnalyticsIn(url, name || undefined);
  try {
    await prepareAnalytics(analytics);
  } finally {
    await analytics.close();
  }
}

if (process.argv.includes("--describe"))
  console.log(JSON.stringify({ queueTables: getConstructionPlans("queue") }));
else {
  await makeDatabase(TableRequest.parse(await json(process.stdin)));
  await makeAnalytics();
}
