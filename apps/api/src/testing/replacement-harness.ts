import { expect } from "vitest";
import type { TestApi, TestUser } from "../test-api.ts";
import { createOutput, createPlan, reportResult, sendWhole } from "./encoding-harness.ts";

/** The file that replaces a video's media. */
export const REPLACEMENT_FILE = Buffer.from("the new file");
export const ANNOUNCED_FILE = { originalname: "new.mp4", size: REPLACEMENT_FILE.length, fingerprint: "new" };

/** Sends the file and reports it as opened by a worker, with a length of 8 s. */
export async function sendAndOpen(
  api: TestApi,
  editor: TestUser,
  uploadUuid: string,
  { videoUuid, generation }: { videoUuid: string; generation: number },
): Promise<void> {
  expect(await sendWhole(api, editor, uploadUuid, REPLACEMENT_FILE)).toBe(200);
  const outputs = ["v0", "a0"].map((id) => createOutput(id, 1));
  await reportResult(api, { type: "opened", videoUuid, generation, plan: createPlan(8), outputs });
}
/** Reports the remaining results of the encoding. */
export const finishReplacement = (api: TestApi, videoUuid: string, generation: number) =>
  reportResult(api, {
    type: "piece",
    job: "encode-piece",
    videoUuid,
    generation,
    pieceIndex: 0,
    outputs: ["v0", "a0"].map((id) => createOutput(id, 2)),
  });
