import { routes } from "@shoal/contract";
import type { EncodePlan, TrackOutput } from "@shoal/contract/stored-data";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_CONCURRENT_PUBLICATIONS } from "../../../platform/publications.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { addVideo, findDescriptor } from "../../../testing/video-harness.ts";
import { createEncodingsRepository } from "./encodings.repository.ts";
import { createPublisher } from "./publisher.ts";

let api: TestApi;
let editor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
});
afterAll(() => api.close());

const sampleRange = { object: "piece", offset: 0, length: 100, sha256: "0".repeat(64) };
const firstPiece: TrackOutput = {
  trackId: "v0",
  codecs: "avc1.64001f",
  init: sampleRange,
  segments: [{ ...sampleRange, number: 0, startSec: 0, durationSec: 4 }],
};
const SECOND_PIECE: TrackOutput = {
  trackId: "v0",
  codecs: "avc1.64001f",
  init: sampleRange,
  segments: [{ ...sampleRange, number: 1, startSec: 4, durationSec: 4 }],
};
const samplePlan = {
  rungs: [{ id: "v0", mode: "encode", width: 640, height: 360, fps: { num: 25, den: 1 } }],
  audio: [],
  pieces: [{ index: 0 }, { index: 1 }],
} as unknown as EncodePlan;

/** Names of objects that publishers removed from the store. */
const removedObjects: string[] = [];

const encodedStatus = async (uuid: string) =>
  (await editor.call(routes.getVideo, { params: { id: uuid } })).encodingStatus;

/** Adds a video of two pieces, of which the first is encoded. */
async function addHalfEncoded(): Promise<string> {
  const uuid = await addVideo(api, editor, { status: "segmented" });
  const encodings = createEncodingsRepository(api.database.db);
  await encodings.updateEncoding(uuid, 1, {
    plan: JSON.stringify(samplePlan),
    tracks: "[]",
    is_ended: false,
    is_queued: true,
  });
  await encodings.addOutput({ uuid, generation: 1, job: "encode-piece", pieceIndex: 0 }, [firstPiece]);
  return uuid;
}

const addSecond = (uuid: string) =>
  createEncodingsRepository(api.database.db).addOutput(
    { uuid, generation: 1, job: "encode-piece", pieceIndex: 1 },
    [SECOND_PIECE],
  );

/** Makes the publication one minute overdue, as if its replica had been killed. */
const backdatePublication = (uuid: string) =>
  sql`UPDATE encodings SET outputs_at = now() - interval '1 minute' WHERE video_uuid = ${uuid}`.execute(
    api.database.db,
  );

function makePublisher(onIndexWritten: (name: string) => Promise<unknown>, errors: unknown[] = []) {
  return createPublisher({
    db: api.database.db,
    store: {
      put: async (name) => void (await onIndexWritten(name)),
      remove: async (name) => void removedObjects.push(name),
    },
    queue: {
      send: () => Promise.resolve(),
      sendPurge: () => Promise.resolve(),
      dropGenerations: () => Promise.resolve(),
    },
    realtime: { emit: () => undefined },
    onScene: () => undefined,
    onError: (error) => void errors.push(error),
  });
}

test("stopping a video during a publication leaves its playlists ended", async () => {
  const uuid = await addHalfEncoded();
  const publisher = makePublisher(() => editor.call(routes.stopEncoding, { params: { id: uuid } }));
  publisher.publishSoon(uuid);
  await publisher.settle();
  expect(await findDescriptor(api, uuid)).toMatchObject({ isEnded: true });
});

test("a late publication of one replica does not overwrite a newer one", async () => {
  const uuid = await addHalfEncoded();
  const other = makePublisher(() => Promise.resolve());
  let late = "";
  const slow = makePublisher(async (name) => {
    late = name;
    await addSecond(uuid);
    other.publishSoon(uuid);
    await other.settle();
  });
  slow.publishSoon(uuid);
  await slow.settle();
  const descriptor = await findDescriptor(api, uuid);
  expect(descriptor).toMatchObject({ isEnded: true, tracks: [{ indexVersion: 2 }] });
  expect(await encodedStatus(uuid)).toBe("encoded");
  expect(descriptor?.tracks[0]?.indexObject).not.toBe(late);
  expect(removedObjects).toContain(late);
});

test("a failed publication is repeated without a restart", async () => {
  const uuid = await addHalfEncoded();
  const errors: unknown[] = [];
  let isFull = true;
  const publisher = makePublisher(async () => {
    if (isFull) throw new Error("The disk is full");
  }, errors);
  publisher.publishSoon(uuid);
  await publisher.settle();
  expect(errors).toHaveLength(1);
  isFull = false;
  await backdatePublication(uuid);
  await publisher.publishOwed();
  await publisher.settle();
  expect(await findDescriptor(api, uuid)).toMatchObject({ tracks: [{ id: "v0" }] });
});

test("a running replica publishes what a killed one did not", async () => {
  const uuid = await addHalfEncoded();
  await addSecond(uuid);
  await backdatePublication(uuid);
  await eventually(async () => expect(await findDescriptor(api, uuid)).toMatchObject({ isEnded: true }));
  expect(await encodedStatus(uuid)).toBe("encoded");
});

test("the indexes of the five previous versions are kept for edges, and older ones are removed", async () => {
  const uuid = await addHalfEncoded();
  const names: string[] = [];
  const publisher = makePublisher(async (name) => names.push(name));
  for (let version = 1; version <= 8; version += 1) {
    await createEncodingsRepository(api.database.db).oweIndexes(uuid, 1);
    publisher.publishSoon(uuid);
    await publisher.settle();
  }
  expect(removedObjects.filter((name) => names.includes(name))).toEqual(names.slice(0, 2));
});

test("a published part of a video is playable and does not end before the plan is done", async () => {
  const uuid = await addHalfEncoded();
  const publisher = makePublisher(() => Promise.resolve());
  publisher.publishSoon(uuid);
  await publisher.settle();
  expect(await findDescriptor(api, uuid)).toMatchObject({
    isEnded: false,
    tracks: [{ id: "v0", height: 360 }],
  });
});

test("only a few of many due publications run at once, and all are completed", async () => {
  const uuids = await Promise.all(Array.from({ length: 3 * MAX_CONCURRENT_PUBLICATIONS }, addHalfEncoded));
  let running = 0;
  let most = 0;
  const { promise: isJoined, resolve: join } = Promise.withResolvers<void>();
  const publisher = makePublisher(async () => {
    running += 1;
    most = Math.max(most, running);
    // If the publications did not run concurrently, this would wait forever.
    if (running > 1) join();
    await isJoined;
    // This query takes long enough for the other publications to start too.
    await api.database.db.selectFrom("videos").select("uuid").execute();
    running -= 1;
  });
  for (const uuid of uuids) publisher.publishSoon(uuid);
  await publisher.settle();
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(MAX_CONCURRENT_PUBLICATIONS);
  for (const uuid of uuids) expect(await findDescriptor(api, uuid)).toMatchObject({ tracks: [{ id: "v0" }] });
});
