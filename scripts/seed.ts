/** `npm run seed`: adds demo accounts with videos in every state, statistics, and clips that are actually encoded. */
import { openDatabase } from "../apps/api/src/platform/database.ts";
import { awaitEndpoints } from "../apps/start/src/endpoints.ts";
import { prepareFolders, startPlatform } from "../apps/start/src/platform.ts";
import { readInstallation } from "../apps/start/src/settings.ts";
import { addDemoAccounts, type DemoAccount } from "./seed/accounts.ts";
import { addOutageAlerts } from "./seed/alerts.ts";
import { addBills } from "./seed/bills.ts";
import { addCameras } from "./seed/cameras.ts";
import { addChat } from "./seed/chat.ts";
import { CLIP_TITLES, uploadClips } from "./seed/clips.ts";
import { DEMO_PASSWORD } from "./seed/demo-data.ts";
import { addWatching } from "./seed/figures.ts";
import { addLiveChat } from "./seed/live-chat.ts";
import { addPluginMedia } from "./seed/plugin-media.ts";
import { addProjects } from "./seed/projects.ts";
import { addProofRuns } from "./seed/proof.ts";
import { addReviewLink } from "./seed/review-link.ts";
import type { WatchedVideo } from "./seed/watching.ts";

const CLIP_SESSIONS = 180;

type InstallationUrls = Record<"apiUrl" | "databaseUrl" | "clickhouseUrl", string>;

const installation = await readInstallation();
await prepareFolders(installation);
const runningEndpoints = await awaitEndpoints(installation.dataDir, () =>
  console.log("Shoal is being started: waiting until it is up"),
);
const ownPlatform = runningEndpoints
  ? undefined
  : await startPlatform({ installation, onLine: () => undefined });
try {
  const { databaseUrl, clickhouseUrl } = runningEndpoints ??
    ownPlatform ?? { databaseUrl: "", clickhouseUrl: "" };
  const accounts = await addDemoData({
    apiUrl: runningEndpoints?.apiUrl ?? installation.apiUrl,
    databaseUrl,
    clickhouseUrl,
  });
  console.log(`\nSign in with the password ${DEMO_PASSWORD} as one of:`);
  for (const { username, clientName, role } of accounts)
    console.log(`  ${username.padEnd(28)} ${role.padEnd(14)} ${clientName}`);
  if (ownPlatform) console.log("\nStart with npm start to look at them.");
} finally {
  await ownPlatform?.stop();
}

/**
 * Adds all demo data. The statistics of all clients are inserted last and in one step, because each insertion recomputes all
 * aggregates.
 */
async function addDemoData(urls: InstallationUrls): Promise<DemoAccount[]> {
  const { db, close } = openDatabase(urls.databaseUrl, 2);
  try {
    const nowMs = Date.now();
    const { accounts, watched } = await addDemoAccounts(db);
    watched.push(...(await addPluginMedia(db, urls.apiUrl, nowMs)));
    const clientUuids = new Set(watched.map(({ clientUuid }) => clientUuid));
    await addOutageAlerts(db, clientUuids, nowMs);
    await addProofRuns(db, clientUuids);
    const first = accounts[0];
    // The live is recorded while the clips are encoded, because it runs in real time.
    const [clips] = await Promise.all([first ? encodeClips(urls, first) : [], addLiveChat(db, urls.apiUrl)]);
    watched.push(...clips);
    watched.push(...(await addCameras(urls.apiUrl)));
    await addProjects(urls.apiUrl);
    await addChat(db, urls.apiUrl);
    await addReviewLink(urls.apiUrl);
    await addWatching(urls, { watched, nowMs });
    await addBills(db, urls, nowMs);
    return accounts;
  } finally {
    await close();
  }
}

/** Uploads the clips that are still missing, and waits until all are encoded. */
async function encodeClips(
  { apiUrl, databaseUrl }: InstallationUrls,
  { username }: DemoAccount,
): Promise<WatchedVideo[]> {
  const { db, close } = openDatabase(databaseUrl, 1);
  try {
    const listClips = () =>
      db
        .selectFrom("videos")
        .select(["uuid", "client_uuid", "title", "status", "duration_sec"])
        .where("title", "in", CLIP_TITLES)
        .where("client_uuid", "in", (owner) =>
          owner.selectFrom("users").select("client_uuid").where("username", "=", username),
        )
        // An aborted run of the seed may have left an incomplete upload.
        .where("status", "!=", "upload_failed")
        .execute();
    const known = new Set((await listClips()).map(({ title }) => title));
    const missing = CLIP_TITLES.filter((title) => !known.has(title));
    if (missing.length > 0) await uploadClips(apiUrl, { username, password: DEMO_PASSWORD }, missing);
    let videos = await listClips();
    const countLeft = () =>
      videos.filter(({ status }) => !["encoded", "error", "stopped"].includes(status)).length;
    for (; countLeft() > 0; videos = await listClips()) {
      const left = countLeft();
      process.stdout.write(`\rencoding clips: ${videos.length - left} of ${videos.length}`);
      await new Promise((next) => setTimeout(next, 500));
    }
    process.stdout.write("\n");
    return videos.map(({ uuid, client_uuid: clientUuid, title, duration_sec: durationSec }) => ({
      uuid,
      clientUuid,
      durationSec: durationSec ?? 0,
      sessions: CLIP_SESSIONS / (CLIP_TITLES.indexOf(title) + 1),
    }));
  } finally {
    await close();
  }
}
