import { createClient } from "@clickhouse/client";
import type { SessionMinuteRow } from "@shoal/contract/player";
import type { TestApi, TestUser } from "../test-api.ts";

const MINUTE_MS = 60_000;

/** Writes rows of a user's client as an edge does, this many minutes ago. */
export async function reportMinutes(
  api: TestApi,
  user: Pick<TestUser, "clientUuid">,
  rows: (Partial<SessionMinuteRow> & { agoMin: number })[],
  table: "session_minutes" | "robot_minutes" = "session_minutes",
): Promise<void> {
  const analytics = createClient({ url: api.clickhouseUrl });
  const nowMs = Date.now();
  const values = rows.map(({ agoMin, ...row }) => {
    const minute = (Math.floor(nowMs / MINUTE_MS) - agoMin) * 60;
    return {
      client_uuid: user.clientUuid,
      video_uuid: "film",
      minute,
      version: nowMs,
      ...row,
    };
  });
  await analytics.insert({ table, values, format: "JSONEachRow" });
  await analytics.close();
}
