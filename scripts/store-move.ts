/**
 * `npm run store:move`: copies all media out of `MEDIA_STORE_FROM` into `MEDIA_STORE` while the platform runs with both. It can be stopped
 * and restarted at any time, and ends when nothing is left to copy: docs/operate/media-store.md.
 */
import { setTimeout as delay } from "node:timers/promises";
import { ENCODING_STATUSES } from "@shoal/contract";
import { isUploadOpen } from "@shoal/domain";
import { moveStore, openOneStore } from "@shoal/store";
import { type Database, openDatabase } from "../apps/api/src/platform/database.ts";
import { awaitEndpoints } from "../apps/start/src/endpoints.ts";
import { findDataDir } from "../apps/start/src/settings.ts";
import { openTransitFolder } from "./open-transit-folder.ts";

/** The pause between two passes while uploads are open. Uploads that started before the move are completed in the old store. */
const ARRIVING_WAIT_MS = 30_000;

const { env } = process;
if (!env.MEDIA_STORE_FROM || !env.MEDIA_STORE)
  throw new Error(
    "Set MEDIA_STORE_FROM to the old store and MEDIA_STORE to the new one, as for the platform",
  );
const databaseUrl =
  env.DATABASE_URL || (await awaitEndpoints(await findDataDir(), () => undefined))?.databaseUrl;
if (!databaseUrl) throw new Error("Start the platform first, or set DATABASE_URL");
const database = openDatabase(databaseUrl, 2);
const workFolder = await openTransitFolder();
try {
  const options = { settings: env };
  const [from, to] = [
    await openOneStore(env.MEDIA_STORE_FROM, options),
    await openOneStore(env.MEDIA_STORE, options),
  ];
  let seen = 0;
  for (;;) {
    const result = await moveStore({
      from,
      to,
      workFolder,
      listArriving: () => listOpenUploads(database.db),
      onObject() {
        if (++seen % 10_000 === 0) console.log(`${seen} objects checked`);
      },
    });
    const { copied, copiedBytes, arriving, differing, removed } = result;
    console.log(
      `${copied} objects copied (${Math.round(copiedBytes / 1_000_000)} MB); ${removed} copies of deleted media removed`,
    );
    if (differing.length > 0) {
      for (const name of differing) console.log(`${name} has another size in the new store`);
      throw new Error(`${differing.length} sources differ: it is unknown which one is right`);
    }
    if (arriving.length === 0) break;
    console.log(`${arriving.length} uploads continue in the old store: waiting for them`);
    await delay(ARRIVING_WAIT_MS);
  }
  console.log("Everything is in the new store: start the platform without MEDIA_STORE_FROM");
} finally {
  await database.close();
}
// Idle connections would keep the process alive for some seconds.
process.exit();

/** Lists the sources that may still receive chunks. */
async function listOpenUploads(db: Database): Promise<Set<string>> {
  const rows = await db
    .selectFrom("videos")
    .select(["uuid", "source_object"])
    .where("status", "in", ENCODING_STATUSES.filter(isUploadOpen))
    .where("is_deleted", "=", false)
    .where((where) =>
      where.or([where("chunk_count", "is", null), where("contiguous_chunks", "<", where.ref("chunk_count"))]),
    )
    .execute();
  return new Set(rows.map(({ uuid, source_object }) => source_object ?? `uploads/${uuid}/source`));
}
