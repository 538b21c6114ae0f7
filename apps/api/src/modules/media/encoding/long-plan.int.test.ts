import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { routes } from "@shoal/contract";
import type { JobResult } from "@shoal/contract/jobs";
import type { EncodePlan } from "@shoal/contract/stored-data";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { createOutput, createPlan, reportResult } from "../../../testing/encoding-harness.ts";
import { addVideo } from "../../../testing/video-harness.ts";
import { createEncodingsRepository } from "./encodings.repository.ts";

/** The number of pieces of 13 hours: a file with two frames ten hours apart once caused so many. */
const PIECE_COUNT = 1_501;

let api: TestApi;
let editor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
});
afterAll(() => api.close());

function createLongPlan(): EncodePlan {
  const plan = createPlan(PIECE_COUNT * 32);
  return {
    ...plan,
    pieces: Array.from({ length: PIECE_COUNT }, (_, index) => ({
      index,
      segmentFrom: index * 8,
      segmentTo: index * 8 + 8,

      startSec: index * 32,
      endSec: index * 32 + 32,
      sourceEndByte: 1_000,
    })),
  };
}

/** Adds a video with a complete upload that no worker has opened. */
async function addUploaded(): Promise<string> {
  const uuid = await addVideo(api, editor, { status: "waiting_for_encoding" });
  await createEncodingsRepository(api.database.db).deleteEncodings([uuid]);
  return uuid;
}

async function jobsOf(uuid: string) {
  const { rows } = await sql<{
    name: string;
    piece: number | null;
    client: string;
    bytes: number;
    plan: unknown;
  }>`
    SELECT name, (data->>'pieceIndex')::int AS piece, group_id AS client, length(data::text) AS bytes, data->'plan' AS plan
    FROM queue.job WHERE data->>'videoUuid' = ${uuid} AND state < 'active' AND name <> 'encoding-results'
    ORDER BY name, piece`.execute(api.database.db);
  return rows;
}

const piecesOf = async (uuid: string) =>
  (await jobsOf(uuid)).filter(({ name }) => name === "encode-piece").map(({ piece }) => piece);

const openAs = (uuid: string, plan: EncodePlan) =>
  reportResult(api, {
    type: "opened",
    videoUuid: uuid,
    generation: 1,
    plan,
    outputs: [createOutput("v0", 1)],
  });

const numbersBelow = (count: number) => Array.from({ length: count }, (_, index) => index);

test("jobs of a long plan refer to the stored plan, and only 128 pieces are queued ahead", async () => {
  const uuid = await addUploaded();
  const plan = createLongPlan();
  await openAs(uuid, plan);
  await eventually(async () => expect(await piecesOf(uuid)).toEqual(numbersBelow(128)));
  const jobs = await jobsOf(uuid);
  expect(jobs.map(({ name }) => name)).toContain("verify-source");
  for (const { bytes, client } of jobs) {
    expect(bytes).toBeLessThan(2_000);
    expect(client).toBe(editor.clientUuid);
  }
  const { plan_object: object } =
    (await createEncodingsRepository(api.database.db).findEncoding(uuid, 1)) ?? {};
  expect(jobs.map((job) => job.plan)).toEqual(
    jobs.map(({ name }) => (name === "extract-captions" ? null : { object })),
  );
  expect(JSON.parse(await readFile(join(api.folder, "media", object ?? ""), "utf8"))).toEqual(plan);

  const made = (pieceIndex: number): JobResult => ({
    type: "piece",
    job: "encode-piece",
    videoUuid: uuid,
    generation: 1,
    pieceIndex,
    outputs: [],
  });
  await reportResult(api, made(10));
  await reportResult(api, made(70));
  await eventually(async () => expect(await piecesOf(uuid)).toEqual(numbersBelow(199)));
  // The remaining pieces are sent once few are queued.
  await reportResult(api, made(1_400));
  await eventually(async () => expect(await piecesOf(uuid)).toEqual(numbersBelow(PIECE_COUNT)));
  await reportResult(api, made(1_500));
  const count = () =>
    api.database.db.selectFrom("encoding_outputs").where("video_uuid", "=", uuid).selectAll().execute();
  await eventually(async () => expect(await count()).toHaveLength(5));
  expect(await piecesOf(uuid)).toEqual(numbersBelow(PIECE_COUNT));
});

test("eight videos with long plans are deleted in one call, with their jobs", async () => {
  const uuids = await Promise.all(numbersBelow(8).map(addUploaded));
  for (const uuid of uuids) await openAs(uuid, createLongPlan());
  for (const uuid of uuids) await eventually(async () => expect(await piecesOf(uuid)).toHaveLength(128));
  await editor.call(routes.changeVideos, { body: { action: "delete", uuids } });
  for (const uuid of uuids) expect(await jobsOf(uuid)).toEqual([]);
});

test("the plan of a video that an earlier version opened is stored when its encoding continues", async () => {
  const uuid = await addUploaded();
  const encodings = createEncodingsRepository(api.database.db);
  const plan = createLongPlan();
  await encodings.addEncoding(uuid, 1, plan);
  await openAs(uuid, plan);
  await eventually(async () => expect(await piecesOf(uuid)).toHaveLength(128));
  expect((await encodings.findEncoding(uuid, 1))?.plan_object).toMatch(
    /^videos\/.*\/plan\.[0-9a-f]{16}\.json$/,
  );
});
