import { routes } from "@shoal/contract";
import { RESULT_QUEUE } from "@shoal/contract/jobs";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startTestApi } from "../../../test-api.ts";
import { addVideo } from "../../../testing/video-harness.ts";

test("a result that a killed api was handling is applied by another one", async () => {
  const api = await startTestApi();
  try {
    const editor = await api.addUser(["editor"]);
    const uuid = await addVideo(api, editor, { status: "segmented" });
    const fault = { errorType: "encoding_failed", detail: "no" };
    const result = { type: "failed", videoUuid: uuid, generation: 1, job: "encode-piece", fault };
    // Adds a result that a process took from the queue before it was killed.
    await sql`
      INSERT INTO queue.job (name, data, policy, state, retry_limit, expire_seconds, heartbeat_seconds, started_on, heartbeat_on)
      SELECT name, ${JSON.stringify(result)}::jsonb, policy, 'active', retry_limit, expire_seconds, heartbeat_seconds,
        now() - interval '1 minute', now() - interval '1 minute'
      FROM queue.queue WHERE name = ${RESULT_QUEUE}`.execute(api.database.db);
    const read = () => editor.call(routes.getVideo, { params: { id: uuid } });
    await eventually(async () => expect((await read()).encodingStatus).toBe("error"));
  } finally {
    await api.close();
  }
});
