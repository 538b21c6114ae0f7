import { createHash } from "node:crypto";
import { routes, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import { expect, test } from "vitest";
import { startTestApi } from "../../../test-api.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createUploadsService, type UploadsDeps } from "./uploads.service.ts";

test("a chunk in flight when its page is closed is kept without resuming the upload, and the next one resumes it", async () => {
  const api = await startTestApi();
  try {
    const editor = await api.addUser(["editor"]);
    const actor = { clientUuid: editor.clientUuid, userUuid: editor.userUuid } as Actor;
    const nothing = () => Promise.resolve();
    const uploads = createUploadsService({
      db: api.database.db,
      store: { writeAt: nothing },
      disk: { assertRoom: nothing },
      encoding: { onBytesArrived: nothing },
      realtime: { emit: () => undefined },
    } as unknown as UploadsDeps);
    const size = 3 * UPLOAD_CHUNK_BYTES;
    const { uuid } = await editor.call(routes.createVideo, { body: { title: "Left", size } });
    const bytes = Buffer.alloc(UPLOAD_CHUNK_BYTES, 1);
    const body = {
      parts: [bytes],
      sizeBytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest(),
      isEnd: false,
    };
    const read = () => editor.call(routes.getUpload, { params: { id: uuid } });

    await uploads.storeChunk(actor, uuid, 0, async (use) => {
      await editor.call(routes.failUploads, { body: { uuids: [uuid] } });
      return use(body);
    });
    expect(await read()).toMatchObject({ status: "upload_failed", received: [[0, 1]] });
    await uploads.storeChunk(actor, uuid, 1, (use) => use(body));
    expect(await read()).toMatchObject({ status: "uploading", received: [[0, 2]] });
  } finally {
    await api.close();
  }
});
