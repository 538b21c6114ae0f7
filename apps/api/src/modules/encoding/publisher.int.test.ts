import { type EncodePlan, routes, type TrackOutput } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PUBLICATIONS_AT_ONCE } from "../../platform/publications.ts";
import { startTestApi, type TestApi, type TestUser } from "../../test-api.ts";
import { addVideo, findDescriptor } from "../../testing/video-rig.ts";
import { createEncodingsRepository } from "./encodings.repository.ts";
import { createPublisher } from "./publisher.ts";

let api: TestApi;
let editor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
});
afterAll(() => api.close());

const range = { object: "piece", offset: 0, length: 100, sha256: "0".repeat(64) };
const firstPiece: TrackOutput = {
  trackId: "v0",
  codecs: "avc1.64001f",
  init: range,
  segments: [{ ...range, number: 0, startSec: 0, durationSec: 4 }],
};
const plan = {
  rungs: [{ id: "v0", mode: "encode", width: 640, height: 360, fps: { num: 25, den: 1 } }],
  audio: [],
  pieces: [{ index: 0 }, { index: 1 }],
} as unknown as EncodePlan;

/** A video of two pieces of which the first is encoded. */
async function addHalfEncoded(): Promise<string> {
  const uuid = await addVideo(api, editor, { status: "segmented" });
  const encodings = createEncodingsRepository(api.database.db);
  await encodings.updateEncoding(uuid, 1, {
    plan: JSON.stringify(plan),
    tracks: "[]",
    is_ended: false,
    is_queued: true,
  });
  await encodings.addOutput({ uuid, generation: 1, job: "encode-piece", pieceIndex: 0 }, [firstPiece]);
  return uuid;
}

function makePublisher(onIndexWritten: () => Promise<void>) {
  return createPublisher({
    db: api.database.db,
    store: { put: onIndexWritten, remove: () => Promise.resolve() },
    queue: {
      send: () => Promise.resolve(),
      sendPurge: () => Promise.resolve(),
      dropGenerations: () => Promise.resolve(),
    },
    realtime: { emit: () => undefined },
    onScene: () => undefined,
    onError: (error) => expect.fail(String(error)),
  });
}

test("a publication that a stop overtakes leaves the playlists ended", async () => {
  const uuid = await addHalfEncoded();
  const publisher = makePublisher(() => editor.call(routes.stopEncoding, { params: { id: uuid } }));
  publisher.publishSoon(uuid);
  await publisher.settle();
  expect(await findDescriptor(api, uuid)).toMatchObject({ isEnded: true });
});

test("what a publication names can be played and grows until the plan is done", async () => {
  const uuid = await addHalfEncoded();
  const publisher = makePublisher(() => Promise.resolve());
  publisher.publishSoon(uuid);
  await publisher.settle();
  expect(await findDescriptor(api, uuid)).toMatchObject({
    isEnded: false,
    tracks: [{ id: "v0", height: 360 }],
  });
});

test("of the many publications that are due when a process starts, a few run at once, and all come", async () => {
  const uuids = await Promise.all(Array.from({ length: 3 * PUBLICATIONS_AT_ONCE }, addHalfEncoded));
  let running = 0;
  let most = 0;
  const publisher = makePublisher(async () => {
    running += 1;
    most = Math.max(most, running);
    // As long as others need to come as far as this.
    await api.database.db.selectFrom("videos").select("uuid").execute();
    running -= 1;
  });
  for (const uuid of uuids) publisher.publishSoon(uuid);
  await publisher.settle();
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(PUBLICATIONS_AT_ONCE);
  for (const uuid of uuids) expect(await findDescriptor(api, uuid)).toMatchObject({ tracks: [{ id: "v0" }] });
});
