import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MAX_THUMBNAIL_SIDE_PX } from "@shoal/contract";
import type { JobPayload } from "@shoal/contract/jobs";
import {
  findFault,
  frameAt,
  frameCardArgs,
  Mp4Error,
  pictureCardArgs,
  type RunLimits,
  runFfmpeg,
  THUMBNAIL_FILE,
} from "@shoal/media";
import { ObjectNotFound } from "@shoal/store";
import { type JobDeps, type JobHandler, resultBase } from "./job.ts";

/**
 * The limits of one program. The largest accepted picture takes 3 s and 600 MB, so a file that needs more is not a valid picture.
 */
const RUN_LIMITS: Partial<RunLimits> = { cpuSec: 30, wallSec: 60, memoryBytes: 4_000_000_000 };
const INPUT_FILE = "input";

type ThumbnailPayload = JobPayload<"make-thumbnail">;

/**
 * Makes the thumbnail that a user chose: a frame of the video, or an uploaded picture. An unreadable picture is reported and
 * not retried.
 */
export const makeThumbnail: JobHandler<"make-thumbnail"> = async (payload, deps) => {
  const { thumbnailId, object, from } = payload;
  const isMade = await drawThumbnail(payload, deps).then(
    () => true,
    (error: unknown) => {
      if (deps.signal.aborted || !isPermanent(error)) throw error;
      return false;
    },
  );
  if (isMade) await deps.store.putFile(object, join(deps.workFolder, THUMBNAIL_FILE));
  return { type: "thumbnail", ...resultBase(payload), thumbnailId, isMade, isSent: from.kind === "picture" };
};

/** Whether another attempt would fail for the same reason. */
function isPermanent(error: unknown): boolean {
  if (findFault(error)) return true;
  return error instanceof Mp4Error || error instanceof ObjectNotFound || isMissing(error);
}

/** Whether a file is missing because ffmpeg succeeded without writing it. */
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

async function drawThumbnail({ from }: ThumbnailPayload, deps: JobDeps): Promise<void> {
  const { store, workFolder, sandbox, signal } = deps;
  const inputPath = join(workFolder, INPUT_FILE);
  const options = { sandbox, inputPath, outputFolder: workFolder, signal, limits: RUN_LIMITS };
  if (from.kind === "picture") {
    await writeFile(inputPath, await store.read(from.object));
    await runFfmpeg(pictureCardArgs(from.format, MAX_THUMBNAIL_SIDE_PX), options);
  } else {
    const init = await store.read(from.init.object, from.init);
    const segment = await store.read(from.segment.object, from.segment);
    await writeFile(inputPath, Buffer.concat([init, segment]));
    await runFfmpeg(frameCardArgs(frameAt(init, segment, from.mediaSec)), options);
  }
  // This call throws if ffmpeg wrote no file.
  await access(join(workFolder, THUMBNAIL_FILE));
}
