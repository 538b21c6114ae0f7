import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type CaptionCue, MAX_CAPTIONS_FILE_BYTES, type UnconvertibleSubtitle } from "@shoal/contract";
import type { ExtractedSubtitle, JobPayload } from "@shoal/contract/jobs";
import { readAssFile, readCaptionsFile, writeCaptionsFile } from "@shoal/domain";
import {
  FFPROBE_ARGS,
  FfmpegError,
  isAssScript,
  listChapters,
  listSubtitleStreams,
  parseReport,
  runFfmpeg,
  runFfprobe,
  type SubtitleStream,
  subtitleArgs,
  subtitleFile,
} from "@shoal/media";
import { withSource } from "../media/source.ts";
import { type JobDeps, type JobHandler, resultBase } from "./job.ts";

type CaptionsPayload = JobPayload<"extract-captions">;
/** The limits of one program. It decodes hardly any data, so most of its time is spent reading the file. */
const RUN_LIMITS = { cpuSec: 900, wallSec: 3_600 };

/**
 * Extracts the text subtitles of the source as WebVTT, and its chapters. Reports why bitmap and unreadable subtitles are left out.
 */
export const extractCaptions: JobHandler<"extract-captions"> = async (payload, deps) => {
  const args = [...FFPROBE_ARGS, "-show_chapters"];
  const { stdout } = await withSource(deps, payload.source, (run) => runFfprobe(args, run));
  const report = parseReport(stdout);
  const streams = listSubtitleStreams(report);
  const written = await writeAll(
    streams.filter(({ form }) => form === "text"),
    payload,
    deps,
  );
  const subtitles: ExtractedSubtitle[] = [];
  const unconvertible: UnconvertibleSubtitle[] = [];
  for (const stream of streams) {
    const read = await readStream(stream, written, deps);
    if ("fault" in read) unconvertible.push({ ...namesOf(stream), codec: stream.codec, reason: read.fault });
    else subtitles.push(await storeCaptions(stream, read.cues, payload, deps));
  }
  const chapters = listChapters(report);
  return { type: "captions", ...resultBase(payload), subtitles, unconvertible, chapters };
};

/**
 * Extracts all streams in one pass over the file. If that fails, extracts them one by one, so that a broken stream does not affect
 * the others. These passes together may take no longer than the first one.
 * @returns the streams written.
 */
async function writeAll(
  streams: readonly SubtitleStream[],
  payload: CaptionsPayload,
  deps: JobDeps,
): Promise<Set<number>> {
  const indexes = streams.map(({ streamIndex }) => streamIndex);
  if (streams.length === 0 || (await isWritten(streams, payload, deps))) return new Set(indexes);
  const written = new Set<number>();
  for (const stream of streams)
    if (await isWritten([stream], payload, deps, streams.length)) written.add(stream.streamIndex);
  return written;
}

async function isWritten(
  streams: readonly SubtitleStream[],
  { source }: CaptionsPayload,
  deps: JobDeps,
  share = 1,
): Promise<boolean> {
  const limits = {
    cpuSec: Math.ceil(RUN_LIMITS.cpuSec / share),
    wallSec: Math.ceil(RUN_LIMITS.wallSec / share),
  };
  try {
    // The extra byte above the limit reveals a truncated file.
    const args = subtitleArgs(streams, MAX_CAPTIONS_FILE_BYTES + 1);
    await withSource(deps, source, (run) => runFfmpeg(args, { ...run, limits }));
    return true;
  } catch (error) {
    if (error instanceof FfmpegError && !error.retryable) return false;
    throw error;
  }
}

type ExtractedStream = { cues: CaptionCue[] } | { fault: UnconvertibleSubtitle["reason"] };

async function readStream(
  stream: SubtitleStream,
  written: ReadonlySet<number>,
  { workFolder }: JobDeps,
): Promise<ExtractedStream> {
  if (stream.form === "bitmap") return { fault: "bitmap" };
  if (!written.has(stream.streamIndex)) return { fault: "unreadable" };
  const file = join(workFolder, subtitleFile(stream));
  const { size } = await stat(file);
  if (size > MAX_CAPTIONS_FILE_BYTES) return { fault: "too_large" };
  const cues = cuesOf(await readFile(file, "utf8"), stream);
  if (!cues) return { fault: "too_large" };
  return cues.length === 0 ? { fault: "empty" } : { cues };
}

/** Reads the cues of a stream. Returns undefined if there are more cues than a track may have. */
function cuesOf(text: string, stream: SubtitleStream): CaptionCue[] | undefined {
  if (isAssScript(stream)) return readAssFile(text);
  const { cues, faults } = readCaptionsFile(text);
  const isTooLarge = cues.length === 0 && faults.some(({ reason }) => reason.includes("more than"));
  return isTooLarge ? undefined : cues;
}

/** Stores captions next to the source, so that both are deleted together. */
async function storeCaptions(
  stream: SubtitleStream,
  cues: readonly CaptionCue[],
  { videoUuid }: CaptionsPayload,
  deps: JobDeps,
): Promise<ExtractedSubtitle> {
  const object = `uploads/${videoUuid}/captions/${stream.streamIndex}.vtt`;
  await deps.store.put(object, Buffer.from(writeCaptionsFile(cues, "vtt")));
  const { kind, isDefault } = stream;
  return { ...namesOf(stream), kind, isDefault, object };
}

const namesOf = ({ streamIndex, language, title }: SubtitleStream) => ({ streamIndex, language, title });
