import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { JobPayload, PreviewResult } from "@shoal/contract/jobs";
import {
  MediaFault,
  measurePicture,
  Peaks,
  PREVIEW_FILE,
  PREVIEW_LIMITS,
  PREVIEW_SOUND_FILE,
  PREVIEW_SOUND_RATE_HZ,
  posterArgs,
  previewSoundArgs,
  probeSentMedia,
  renderPdfPage,
  runFfmpeg,
  smallPictureArgs,
  waveformValues,
} from "@shoal/media";
import type { JobDeps } from "./job.ts";

type PreviewPayload = JobPayload<"preview-chat-file"> | JobPayload<"preview-attachment">;
/** The part of the result that depends on the file. */
type PreviewData = Pick<PreviewResult, "kind" | "width" | "height" | "durationMs" | "waveform">;

/**
 * The number of audio samples per value of a waveform. A value covers 0.1 s, which gives several values even for short audio, and
 * 360,000 for the longest.
 */
const SAMPLES_PER_VALUE = PREVIEW_SOUND_RATE_HZ / 10;

/** Makes the preview of a file in chats and comments: a thumbnail for pictures and videos, a waveform for audio. */
export async function makePreview(payload: PreviewPayload, deps: JobDeps): Promise<PreviewResult> {
  const { asset, job, object, preview, kind } = payload;
  const run = {
    sandbox: deps.sandbox,
    inputPath: await deps.store.localFile(object, { folder: deps.workFolder }),
    outputFolder: deps.workFolder,
    signal: deps.signal,
    limits: PREVIEW_LIMITS,
  };
  const readers = { picture: drawPicture, media: readMedia, pdf: drawFirstPage };
  const found = await readers[kind](run);
  const made = join(deps.workFolder, PREVIEW_FILE);
  const sizeBytes = found.kind === "audio" ? 0 : await sizeOf(made);
  if (sizeBytes > 0) await deps.store.putFile(preview, made);
  return { type: "preview", asset, job, ...found, sizeBytes };
}

type PreviewRun = Parameters<typeof measurePicture>[0] & { outputFolder: string };

async function drawPicture(run: PreviewRun): Promise<PreviewData> {
  const picture = await measurePicture(run);
  await runFfmpeg(smallPictureArgs(picture), run);
  const { width, height } = picture;
  return { kind: "picture", width, height, durationMs: null, waveform: null };
}

/** Renders a PDF's first page in one sandboxed process and scales it in another. Protected PDFs are not rendered. */
async function drawFirstPage(run: PreviewRun): Promise<PreviewData> {
  const page = await renderPdfPage(run);
  if (page === undefined) return { kind: "pdf", width: null, height: null, durationMs: null, waveform: null };
  return { ...(await drawPicture({ ...run, inputPath: page })), kind: "pdf" };
}

async function readMedia(run: PreviewRun): Promise<PreviewData> {
  const { film, hasSound, durationSec } = await probeSentMedia(run);
  if (film) {
    await runFfmpeg(posterArgs(film, true), run);
    const isDark = (await sizeOf(join(run.outputFolder, PREVIEW_FILE))) === 0;
    if (isDark) await runFfmpeg(posterArgs(film, false), run);
    return { kind: "video", ...film, durationMs: toMs(durationSec), waveform: null };
  }
  if (!hasSound) throw new MediaFault("encoding_failed", "Neither pictures nor sound");
  await runFfmpeg(previewSoundArgs(), run);
  const path = join(run.outputFolder, PREVIEW_SOUND_FILE);
  const peaks = new Peaks(SAMPLES_PER_VALUE);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
    peaks.add(new Int8Array(chunk.buffer, chunk.byteOffset, chunk.length));
  const audioFromSec = (await sizeOf(path)) / PREVIEW_SOUND_RATE_HZ;
  const waveform = waveformValues(peaks.finish());
  return { kind: "audio", width: null, height: null, durationMs: toMs(audioFromSec), waveform };
}

const toMs = (sec: number | null) => (sec === null ? null : Math.round(sec * 1_000));

/** Returns the size of a file; 0 if it was not written. */
const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return 0;
      throw error;
    },
  );
