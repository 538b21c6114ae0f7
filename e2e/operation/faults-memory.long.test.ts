import { randomFillSync } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { routes, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, uploadChunk, waitForVideo } from "../../harness/account.ts";
import { readResidentBytes } from "../../harness/faults-processes.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";

const FILE_SIZE_BYTES = 300_000_000;
const IN_FLIGHT = 4;
const MAX_GROWTH_MB = 64;
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform?.close());

test("the api does not hold a file of 300 MB in memory while it is uploaded with four chunks in flight", async () => {
  const account = await openAccount(platform);
  const bytes = Buffer.alloc(FILE_SIZE_BYTES);
  for (let at = 0; at < FILE_SIZE_BYTES; at += UPLOAD_CHUNK_BYTES)
    randomFillSync(bytes, at, UPLOAD_CHUNK_BYTES);
  const { uuid } = await account.call(routes.createVideo, {
    body: { title: "Noise", size: FILE_SIZE_BYTES, originalname: "noise.mp4" },
  });
  const pid = platform.children.find(({ name }) => name === "api")?.pid() ?? 0;
  // Writing 5 to `clear_refs` resets the process's peak memory.
  await writeFile(`/proc/${pid}/clear_refs`, "5");
  const before = await readResidentBytes(pid, "VmRSS");

  const numbers = Array.from(
    { length: FILE_SIZE_BYTES / UPLOAD_CHUNK_BYTES },
    (_, number) => number,
  ).values();
  const sendRest = async () => {
    for (const number of numbers) await uploadChunk(account, { uuid, number, bytes });
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, sendRest));
  const grownMb = ((await readResidentBytes(pid, "VmHWM")) - before) / 1e6;
  console.info(`The api held ${(before / 1e6).toFixed(0)} MB and grew by ${grownMb.toFixed(0)} MB`);
  expect(grownMb).toBeLessThan(MAX_GROWTH_MB);
  const video = await waitForVideo(account, uuid, ({ error }) => error);
  expect(video.errorType).toBe("not_a_video");
});
