/**
 * Part of `npm run analytics:rebuild`. With `--tables`: creates the ClickHouse tables. Otherwise: recomputes the hourly and daily
 * totals from the minutes, and prints as JSON which days have figures and which already had some. Needs DATABASE_URL
 * (DATABASE_DIRECT_URL behind a pooler) and CLICKHOUSE_URL.
 */
import { rebuildRollUps } from "../modules/insight/figures/index.ts";
import { openAnalyticsIn } from "../platform/analytics-cluster.ts";
import { prepareAnalytics } from "../platform/analytics-tables.ts";
import { openDatabase } from "../platform/database.ts";

const { DATABASE_DIRECT_URL, DATABASE_URL, CLICKHOUSE_URL, CLICKHOUSE_CLUSTER } = process.env;
const analytics = openAnalyticsIn(CLICKHOUSE_URL ?? "", CLICKHOUSE_CLUSTER || undefined);

async function listDays(): Promise<string[]> {
  const answer = await analytics.query({
    query: `SELECT DISTINCT toString(day) AS day FROM (
        SELECT toDate(hour) AS day FROM session_hours UNION ALL SELECT toDate(minute) FROM session_minutes
      ) ORDER BY day`,
    format: "JSONEachRow",
  });
  return (await answer.json<{ day: string }>()).map(({ day }) => day);
}

try {
  if (process.argv.includes("--tables")) await prepareAnalytics(analytics);
  else {
    const { db, close } = openDatabase(DATABASE_DIRECT_URL || DATABASE_URL || "", 2);
    try {
      const known = await rebuildRollUps(db, analytics);
      console.log(JSON.stringify({ known, present: await listDays() }));
    } finally {
      await close();
    }
  }
} finally {
  await analytics.close();
}
