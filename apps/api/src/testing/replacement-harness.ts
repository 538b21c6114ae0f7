import { expect } from "vitest";
import type { TestApi, TestUser } from "../test-api.ts";
import { outputOf, planOf, report, sendWhole } from "./encoding-harness.ts";

/** The file that replaces a video's media. */
export const FILE = Buffer.from("the new file");
export const ANNOUNCED = { originalname: "new.mp4", size: FILE.length, fingerprint: "new" };

/** Sends the file and reports it as opened by a worker, with a length of 8 s. */
export async function sendAndOpen(
  api: TestApi,
  editor: TestUser,
  uploadUuid: string,
  { videoUuid, generation }: { videoUuid: string; generation: number },
): Promise<void> {
  expect(await sendWhole(api, editor, uploadUuid, FILE)).toBe(200);
  const outputs = ["v0", "a0"].map((id) => outputOf(id, 1));
  await report(api, { type: "opened", videoUuid, generation, plan: planOf(8), outputs });
}
/** Reports the rest of the encoding. */
export const finish = (api: TestApi, videoUuid: string, generation: number) =>
  report(api, {
    type: "piece",
    job: "encode-piece",
    videoUuid,
    generation,
    pieceIndex: 0,
    outputs: ["v0", "a0"].map((id) => outputOf(id, 2)),
  });
