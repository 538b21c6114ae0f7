import { sql } from "kysely";
import { createAuthRepository, hashPassword } from "../../apps/api/src/modules/auth/index.ts";
import type { Database } from "../../apps/api/src/platform/database.ts";
import { DEMO_CLIENTS, DEMO_PASSWORD, listDemoVideos } from "./demo-data.ts";
import type { WatchedVideo } from "./watching.ts";

const VIDEOS_PER_CLIENT = 60;

export interface DemoAccount {
  clientName: string;
  username: string;
}

/** Adds the demo clients with a manager and videos each. What an earlier seed made is left alone. */
export async function addDemoAccounts(
  db: Database,
): Promise<{ accounts: DemoAccount[]; watched: WatchedVideo[] }> {
  const accounts: DemoAccount[] = [];
  const watched: WatchedVideo[] = [];
  for (const client of DEMO_CLIENTS) {
    const username = client.name.toLowerCase().replace(/\W+/g, "-");
    accounts.push({ clientName: client.name, username });
    const users = createAuthRepository(db);
    if (await users.findByUsername(username)) continue;
    const clientUuid = await users.ensureClient(client.name);
    await db.updateTable("clients").set({ type: client.type }).where("uuid", "=", clientUuid).execute();
    const passwordHash = await hashPassword(DEMO_PASSWORD);
    const email = `${username}@example.org`;
    const userUuid = await users.addUser({ clientUuid, username, email, passwordHash, roles: ["manager"] });
    await users.setPassword(userUuid, passwordHash, true);
    watched.push(...(await addVideos(db, clientUuid, userUuid)));
  }
  return { accounts, watched };
}

async function addVideos(db: Database, clientUuid: string, userUuid: string): Promise<WatchedVideo[]> {
  const demo = listDemoVideos(VIDEOS_PER_CLIENT);
  const rows = await db
    .insertInto("videos")
    .values(
      demo.map((video) => ({
        client_uuid: clientUuid,
        user_uuid: userUuid,
        title: video.title,
        tags: video.tags,
        status: video.status,
        error_type: video.errorType,
        encoding_percent: video.encodingPercent,
        uploading_percent: video.uploadingPercent,
        duration_sec: video.durationSec,
        input_qualities: JSON.stringify("shoalOptimization"),
        created_at: sql<Date>`now() - ${sql.lit(`${video.ageHours} hours`)}::interval`,
      })),
    )
    .returning(["uuid", "duration_sec"])
    .execute();
  return rows.map((row, index) => ({
    uuid: row.uuid,
    clientUuid,
    sessions: demo[index]?.sessions ?? 0,
    durationSec: row.duration_sec ?? 60,
  }));
}
