import { access } from "node:fs/promises";
import { join } from "node:path";
import { routes } from "@shoal/contract";
import type { AdmittedLive } from "@shoal/contract/ingest";
import { openMediaStore } from "@shoal/store";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import {
  createReport,
  putObject,
  RUNNING,
  storeSegments,
  TestIngest,
} from "../../../testing/ingest-harness.ts";
import { createMediaPurge } from "../../media/encoding/index.ts";
import { createSweepsService, type SweepsService } from "./sweeps.service.ts";

let api: TestApi;
let editor: TestUser;
let ingest: TestIngest;
let sweeps: SweepsService;
let purgedPrefixes: string[];
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
});
afterAll(() => api.close());
beforeEach(async () => {
  await sql`DELETE FROM live_sweeps`.execute(api.database.db);
  ingest = new TestIngest(api);
  purgedPrefixes = [];
  sweeps = createSweepsService({
    db: api.database.db,
    queue: { sendPurge: async (_tx, purge) => void purgedPrefixes.push(...purge.prefixes) },
  });
});

const buildParams = (uuid: string) => ({ params: { id: uuid } });
const folderOf = ({ uuid, generation }: AdmittedLive) => `lives/${uuid}/${generation}/`;

async function addLive(keepLive = false): Promise<{ key: string; live: AdmittedLive }> {
  const body = { title: "Harbour", type: "live", keepLive } as never;
  const { uuid } = await editor.call(routes.createVideo, { body });
  const { streamKey } = await editor.call(routes.getStreamKey, buildParams(uuid));
  return { key: streamKey, live: await ingest.begin(streamKey) };
}

const passTime = (interval: string) =>
  sql`UPDATE live_sweeps SET due_at = due_at - ${interval}::interval`.execute(api.database.db);

/** Simulates an ingest that was killed and restarts under the same address. */
async function killIngest(): Promise<void> {
  ingest.restart();
  await ingest.report();
}

async function runSweep(): Promise<string[]> {
  purgedPrefixes = [];
  await sweeps.sweep();
  return purgedPrefixes;
}

test("what a killed ingest left of a live is removed after 15 minutes, and once more a day later", async () => {
  const { live } = await addLive();
  await ingest.report(createReport(live, RUNNING));
  await killIngest();
  expect(await runSweep()).toEqual([]);
  await passTime("14 minutes");
  expect(await runSweep()).toEqual([]);
  await passTime("2 minutes");
  expect(await runSweep()).toEqual([folderOf(live)]);
  expect(await runSweep()).toEqual([]);
  await passTime("1 day");
  expect(await runSweep()).toEqual([folderOf(live)]);
  await passTime("1 year");
  expect(await runSweep()).toEqual([]);
});

test("what an ingest left is removed even if it never reported the live, or if the live was deleted", async () => {
  const { live } = await addLive();
  await killIngest();
  await editor.call(routes.deleteVideo, buildParams(live.uuid));
  await editor.call(routes.deleteFromTrash, buildParams(live.uuid));
  await runSweep();
  await passTime("1 hour");
  expect(await runSweep()).toEqual([folderOf(live)]);
});

test("a running live keeps its media for any time, and a restarted one loses only its previous run", async () => {
  const { key, live } = await addLive();
  await ingest.report(createReport(live, RUNNING));
  await runSweep();
  await passTime("1 year");
  expect(await runSweep()).toEqual([]);
  await killIngest();
  const again = await ingest.begin(key);
  await ingest.report(createReport(again, RUNNING));
  await runSweep();
  await passTime("1 hour");
  expect([again.generation, await runSweep()]).toEqual([live.generation + 1, [folderOf(live)]]);
});

test("nothing is removed of a live whose ingest returns after the live seemed to have ended", async () => {
  const { live } = await addLive();
  await ingest.report(createReport(live, RUNNING));
  await sql`UPDATE lives SET state = 'ended'`.execute(api.database.db);
  await runSweep();
  await ingest.report(createReport(live, { ...RUNNING, version: 3 }));
  await passTime("1 hour");
  expect(await runSweep()).toEqual([]);
});

test("the media of a kept live is never swept", async () => {
  const { live } = await addLive(true);
  await ingest.report(createReport(live, { ...RUNNING, folder: `${folderOf(live)}run/` }));
  await killIngest();
  await runSweep();
  await passTime("1 year");
  expect(await runSweep()).toEqual([]);
});

test("segments are removed from the store, and an archive among them stays", async () => {
  const store = await openMediaStore(api.env.MEDIA_STORE ?? "");
  const purge = createMediaPurge({ db: api.database.db, store });
  const isThere = (name: string) =>
    access(join(api.env.MEDIA_STORE ?? "", name)).then(
      () => true,
      () => false,
    );
  const [left, archived] = [await addLive(), await addLive()];
  await putObject(api, `${folderOf(left.live)}run/v0/0.m4s`, "bits");
  const folder = `${folderOf(archived.live)}run/`;
  await storeSegments(api, folder, 2);
  await ingest.report(
    createReport(archived.live, { ...RUNNING, version: 4, state: "ended", folder, isClosed: true }),
  );
  await eventually(async () => {
    const { rows } = await sql`SELECT FROM live_archives WHERE state = 'made'`.execute(api.database.db);
    return rows.length === 1;
  });
  await killIngest();
  await runSweep();
  await passTime("1 hour");
  await purge(await runSweep());
  expect(await isThere(`${folderOf(left.live)}run/v0/0.m4s`)).toBe(false);
  expect(await isThere(`${folder}v0/0.m4s`)).toBe(true);
});
