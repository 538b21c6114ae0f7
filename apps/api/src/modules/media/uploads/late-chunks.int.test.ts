import { createHash } from "node:crypto";
import { routes, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createUploadsService, type UploadsDeps } from "./uploads.service.ts";

let api: TestApi;
let editor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
});
afterAll(() => api.close());

/** Makes an upload service without storage, which lets the test act during a write and records the consequences. */
function makeUploads(onWritten: () => Promise<unknown>) {
  const arrived: number[] = [];
  const purged: string[] = [];
  const deps: Partial<UploadsDeps> = {
    db: api.database.db,
    store: { writeAt: async () => void (await onWritten()) },
    disk: { assertRoom: () => Promise.resolve() } as unknown as UploadsDeps["disk"],
    encoding: { onBytesArrived: async (_tx, _video, bytes) => void arrived.push(bytes) },
    queue: {
      send: () => Promise.resolve(),
      sendPurge: async (_tx, { prefixes }) => void purged.push(...prefixes),
    },
    realtime: { emit: () => undefined },
  };
  return { uploads: createUploadsService(deps as UploadsDeps), arrived, purged };
}
const createActor = ({ clientUuid, userUuid }: TestUser) => ({ clientUuid, userUuid }) as Actor;
const bodyOf = (bytes: Buffer, isEnd: boolean) => ({
  parts: [bytes],
  sizeBytes: bytes.length,
  isEnd,
  sha256: createHash("sha256").update(bytes).digest(),
});

test("a last chunk that arrives twice at the same time completes the upload once", async () => {
  const { uuid } = await editor.call(routes.createVideo, { body: { title: "Twice", size: 3 } });
  const body = bodyOf(Buffer.from("abc"), true);
  const first = makeUploads(() => Promise.resolve());
  const second = makeUploads(() =>
    first.uploads.storeChunk(createActor(editor), uuid, 0, (use) => use(body)),
  );
  const state = await second.uploads.storeChunk(createActor(editor), uuid, 0, (use) => use(body));
  expect(state).toMatchObject({ isComplete: true, received: 1 });
  expect([first.arrived, second.arrived]).toEqual([[3], []]);
});

test("a chunk that is written while its upload is cancelled is removed", async () => {
  const size = 2 * UPLOAD_CHUNK_BYTES;
  const { uuid } = await editor.call(routes.createVideo, { body: { title: "Gone", size } });
  const body = bodyOf(Buffer.alloc(UPLOAD_CHUNK_BYTES), false);
  const { uploads, purged } = makeUploads(() => editor.call(routes.cancelUpload, { params: { id: uuid } }));
  const sending = uploads.storeChunk(createActor(editor), uuid, 0, (use) => use(body));
  expect(await codeOf(sending)).toBe("video_not_found");
  expect(purged).toEqual([`uploads/${uuid}/source`]);
});

test("different bytes for a chunk that is being written are refused", async () => {
  const { uuid } = await editor.call(routes.createVideo, { body: { title: "Two programs", size: 3 } });
  const first = bodyOf(Buffer.from("abc"), true);
  const other = bodyOf(Buffer.from("xyz"), true);
  let refusal: string | undefined;
  const second = makeUploads(() => Promise.reject(new Error("was written")));
  const { uploads } = makeUploads(async () => {
    refusal = await codeOf(second.uploads.storeChunk(createActor(editor), uuid, 0, (use) => use(other)));
  });
  const state = await uploads.storeChunk(createActor(editor), uuid, 0, (use) => use(first));
  expect([state.isComplete, refusal]).toEqual([true, "chunk_checksum_mismatch"]);
});
