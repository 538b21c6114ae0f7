import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { SegmentIndex } from "@shoal/contract/stored-data";
import {
  contiguousSegments,
  MediaFault,
  onTrackClock,
  Peaks,
  publishedEndSec,
  readFragment,
  readLoudness,
  readTimescale,
  runFfmpeg,
  WAVEFORM_FILE,
  WAVEFORM_RATE_HZ,
  waveformArgs,
} from "@shoal/media";
import { objectNameOf } from "../media/object-names.ts";
import { type JobDeps, type JobHandler, resultBase } from "./job.ts";

/** The highest resolution of a waveform, in pairs per second: about one per video frame, since finer detail is rarely needed. */
const PAIRS_PER_SEC = 20;
/**
 * The maximum number of pairs. This is an hour at full resolution, or 144 kB before compression. Longer audio gets fewer pairs per
 * second.
 */
const MAX_PAIRS = 72_000;

/** Computes peaks and loudness of an audio track from its published segments. */
export const makeWaveform: JobHandler<"make-waveform"> = async (payload, deps) => {
  const bytes = await deps.store.read(payload.indexObject);
  const index = SegmentIndex.parse(JSON.parse(Buffer.from(bytes).toString()));
  const input = await writeSound(index, deps);
  const { sandbox, workFolder, signal } = deps;
  const run = await runFfmpeg(waveformArgs(input.earlySamples), {
    sandbox,
    inputPath: input.path,
    outputFolder: workFolder,
    signal,
  });
  const samplesPerPair = Math.max(
    WAVEFORM_RATE_HZ / PAIRS_PER_SEC,
    Math.ceil((publishedEndSec(index) * WAVEFORM_RATE_HZ) / MAX_PAIRS),
  );
  const peaks = new Peaks(samplesPerPair);
  for await (const chunk of createReadStream(join(workFolder, WAVEFORM_FILE)) as AsyncIterable<Buffer>)
    peaks.add(new Int8Array(chunk.buffer, chunk.byteOffset, chunk.length));
  const pairs = Buffer.from(peaks.finish().buffer);
  const object = `${nameOf(payload, index, deps)}.peaks.gz`;
  await deps.store.put(object, await promisify(gzip)(pairs));
  const pairsPerSec = WAVEFORM_RATE_HZ / samplesPerPair;
  return { type: "waveform", ...resultBase(payload), object, pairsPerSec, loudnessLufs: readLoudness(run) };
};

/**
 * Writes the track as a file.
 * @returns how many samples precede the start of the video, since the audio of a cut starts with silence.
 */
async function writeSound(index: SegmentIndex, { store, workFolder }: JobDeps) {
  const segments = contiguousSegments(index);
  if (segments.length === 0) throw new MediaFault("encoding_failed", "The sound has no segments");
  const path = join(workFolder, "sound.mp4");
  const file = await open(path, "w");
  try {
    const init = await store.read(index.init.object, index.init);
    await file.writeFile(init);
    let earlySamples: number | undefined;
    for (const segment of segments) {
      const bytes = onTrackClock(await store.read(segment.object, segment), segment, index, init);
      const beginsAt = Math.round((index.mediaOffsetSec ?? 0) * readTimescale(init));
      earlySamples ??= beginsAt - readFragment(bytes).baseTicks;
      await file.writeFile(bytes);
    }
    return { path, earlySamples: earlySamples ?? 0 };
  } finally {
    await file.close();
  }
}

function nameOf(
  payload: Parameters<typeof makeWaveform>[0],
  { segments }: SegmentIndex,
  deps: JobDeps,
): string {
  const { videoUuid, generation } = payload;
  const ingredients = [segments.map(({ sha256, startSec }) => [sha256, startSec]), deps.ffmpegVersion];
  return objectNameOf({ videoUuid, generation, trackId: "waveform", ingredients });
}
