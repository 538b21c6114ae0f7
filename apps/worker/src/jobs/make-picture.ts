import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { PictureFile } from "@shoal/contract";
import {
  type MadePicture,
  measurePicture,
  PICTURE_LIMITS,
  pictureArgs,
  pictureFile,
  runFfmpeg,
} from "@shoal/media";
import { sha256Of } from "../media/object-names.ts";
import type { JobDeps, JobHandler } from "./job.ts";

/**
 * The version of the encoding settings. It must be increased when they change, so that the same name always stands for the same
 * bytes.
 */
const SETTINGS_VERSION = 1;

/** Makes the stored versions of an uploaded picture, without any metadata. */
export const makePicture: JobHandler<"make-picture"> = async ({ asset, object }, deps) => {
  const run = {
    sandbox: deps.sandbox,
    inputPath: await deps.store.localFile(object, { folder: deps.workFolder }),
    signal: deps.signal,
  };
  const picture = await measurePicture(run);
  const args = pictureArgs(picture);
  await runFfmpeg(args, { ...run, outputFolder: deps.workFolder, limits: PICTURE_LIMITS });
  const ingredients = [
    SETTINGS_VERSION,
    sha256Of(await deps.store.read(object)),
    picture,
    deps.ffmpegVersion,
  ];
  const hash = createHash("sha256").update(JSON.stringify(ingredients)).digest("hex").slice(0, 32);
  const files = await storeFiles(args.files, `pictures/${asset.uuid}/${hash}`, deps);
  return { type: "picture", asset, ...sizeOf(picture), files };
};

const sizeOf = ({ width, height }: MadePicture) => ({ width, height });

async function storeFiles(
  wanted: ReturnType<typeof pictureArgs>["files"],
  name: string,
  { store, workFolder }: JobDeps,
): Promise<PictureFile[]> {
  const files: PictureFile[] = [];
  for (const { size, format } of wanted) {
    const local = join(workFolder, pictureFile(size, format));
    const { size: sizeBytes } = await stat(local);
    const object = `${name}-${pictureFile(size, format)}`;
    await store.putFile(object, local);
    files.push({ object, format, ...size, sizeBytes });
  }
  return files;
}
