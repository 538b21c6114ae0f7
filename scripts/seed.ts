/** `npm run seed`: demo accounts with videos in every state, statistics, and clips that are really encoded. */
import { createClient } from "@clickhouse/client";
import { CLOSED_CURSOR } from "../apps/api/src/modules/figures/index.ts";
import { type Database, openDatabase } from "../apps/api/src/platform/database.ts";
import { addDemoAccounts, type DemoAccount } from "./seed/accounts.ts";
import { addOutageAlerts } from "./seed/alerts.ts";
import { addCameras } from "./seed/cameras.ts";
import { uploadClips } from "./seed/clips.ts";
import { DEMO_PASSWORD } from "./seed/demo-data.ts";
import { meteredHoursOf } from "./seed/metered.ts";
import { addProofRuns } from "./seed/proof.ts";
import { sessionMinutesOf, type WatchedVideo } from "./seed/watching.ts";
import { awaitEndpoints } from "./start/endpoints.ts";
import { prepareFolders, startPlatform } from "./start/platform.ts";
import { readInstallation } from "./start/settings.ts";

const ROWS_AT_ONCE = 20_000;
/** Of the first clip. */
const CLIP_SESSIONS = 180;

type Urls = Record<"apiUrl" | "databaseUrl" | "clickhouseUrl", string>;

const installation = await readInstallation();
await prepareFolders(installation);
const running = await awaitEndpoints(installation.dataDir, () =>
  console.log("Shoal is being started: waiting until it is up"),
);
const own = running ? undefined : await startPlatform({ installation, onLine: () => undefined });
try {
  const { databaseUrl, clickhouseUrl } = running ?? own ?? { databaseUrl: "", clickhouseUrl: "" };
  const accounts = await fill(databaseUrl, clickhouseUrl);
  const first = accounts[0];
  const apiUrl = running?.apiUrl ?? installation.apiUrl;
  if (first) await encodeClips({ apiUrl, databaseUrl, clickhouseUrl }, first);
  await addWatchedCameras({ apiUrl, databaseUrl, clickhouseUrl });
  console.log(`\nSign in with the password ${DEMO_PASSWORD} as one of:`);
  for (const { username, clientName, role } of accounts)
    console.log(`  ${username.padEnd(28)} ${role.padEnd(14)} ${clientName}`);
  if (own) console.log("\nStart with npm start to look at them.");
} finally {
  await own?.stop();
}

async function fill(databaseUrl: string, clickhouseUrl: string): Promise<DemoAccount[]> {
  const { db, close } = openDatabase(databaseUrl, 2);
  try {
    const { accounts, watched } = await addDemoAccounts(db);
    await addWatching(db, clickhouseUrl, watched);
    const clientUuids = new Set(watched.map(({ clientUuid }) => clientUuid));
    await addOutageAlerts(db, clientUuids);
    await addProofRuns(db, clientUuids);
    return accounts;
  } finally {
    await close();
  }
}

async function addWatchedCameras({ apiUrl, databaseUrl, clickhouseUrl }: Urls): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, 1);
  try {
    await addWatching(db, clickhouseUrl, await addCameras(apiUrl));
  } finally {
    await close();
  }
}

/** Adds what viewers of these videos would have reported. */
async function addWatching(db: Database, clickhouseUrl: string, watched: WatchedVideo[]): Promise<void> {
  const values = watched.flatMap((video) => sessionMinutesOf(video, Date.now()));
  const analytics = createClient({ url: clickhouseUrl });
  try {
    for (let from = 0; from < values.length; from += ROWS_AT_ONCE)
      await analytics.insert({
        ...{ table: "session_minutes", format: "JSONEachRow" },
        values: values.slice(from, from + ROWS_AT_ONCE),
      });
    await analytics.insert({
      ...{ table: "metered_hours", format: "JSONEachRow" },
      values: meteredHoursOf(values, Date.now()),
    });
  } finally {
    await analytics.close();
  }
  // These hours may be closed already: the next pass closes them anew.
  await db.deleteFrom("cursors").where("name", "=", CLOSED_CURSOR).execute();
  console.log(`${watched.length} videos, ${values.length} minutes of watching`);
}

/** Uploads the clips once, waits until they are encoded, and lets them be watched. */
async function encodeClips(
  { apiUrl, databaseUrl, clickhouseUrl }: Urls,
  { username }: DemoAccount,
): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, 1);
  try {
    const known = await db
      .selectFrom("videos")
      .select("uuid")
      .where("title", "=", "Test card with clock")
      .executeTakeFirst();
    if (known) return;
    const uuids = await uploadClips(apiUrl, { username, password: DEMO_PASSWORD });
    for (let left = uuids.length; left > 0; ) {
      const rows = await db.selectFrom("videos").select("status").where("uuid", "in", uuids).execute();
      left = rows.filter(({ status }) => status !== "encoded" && status !== "error").length;
      process.stdout.write(`\rencoding clips: ${uuids.length - left} of ${uuids.length}`);
      await new Promise((next) => setTimeout(next, 500));
    }
    process.stdout.write("\n");
    const videos = await db
      .selectFrom("videos")
      .select(["uuid", "client_uuid", "duration_sec"])
      .where("uuid", "in", uuids)
      .execute();
    const watched = videos.map(({ uuid, client_uuid: clientUuid, duration_sec: durationSec }, place) => ({
      ...{ uuid, clientUuid, durationSec: durationSec ?? 0, sessions: CLIP_SESSIONS / (place + 1) },
    }));
    await addWatching(db, clickhouseUrl, watched);
  } finally {
    await close();
  }
}
