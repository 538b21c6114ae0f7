import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  CAPTIONS_FILE_MAX_BYTES,
  type ExtractedSubtitle,
  type JobPayload,
  type UnconvertibleSubtitle,
} from "@shoal/contract";
import {
  FFPROBE_ARGS,
  FfmpegError,
  listSubtitleStreams,
  parseReport,
  runFfmpeg,
  runFfprobe,
  type SubtitleStream,
  subtitleArgs,
  subtitleFile,
} from "@shoal/media";
import { runOptions } from "../media/source.ts";
import { type JobDeps, type JobHandler, resultBase } from "./job.ts";

type Payload = JobPayload<"extract-captions">;
/** Nothing is decoded but a few words: the time is that of reading the file. */
const LIMITS = { cpuSec: 900, wallSec: 3_600 };

/** The text subtitles of the source as WebVTT; pictures of words, and what cannot be read, are told by their reason. */
export const extractCaptions: JobHandler<"extract-captions"> = async (payload, deps) => {
  const { stdout } = await runFfprobe(FFPROBE_ARGS, runOptions(deps, payload.source));
  const streams = listSubtitleStreams(parseReport(stdout));
  const written = await writeAll(
    streams.filter(({ form }) => form === "text"),
    payload,
    deps,
  );
  const subtitles: ExtractedSubtitle[] = [];
  const unconvertible: UnconvertibleSubtitle[] = [];
  for (const stream of streams) {
    const fault = await faultOf(stream, written, deps);
    if (fault) unconvertible.push({ ...namesOf(stream), codec: stream.codec, reason: fault });
    else subtitles.push(await store(stream, payload, deps));
  }
  return { type: "captions", ...resultBase(payload), subtitles, unconvertible };
};

/** In one pass over the file; one by one where that fails, so that a broken stream costs no other. @returns those written. */
async function writeAll(
  streams: readonly SubtitleStream[],
  payload: Payload,
  deps: JobDeps,
): Promise<Set<number>> {
  const indexes = streams.map(({ streamIndex }) => streamIndex);
  if (indexes.length === 0 || (await isWritten(indexes, payload, deps))) return new Set(indexes);
  const written = new Set<number>();
  for (const index of indexes) if (await isWritten([index], payload, deps)) written.add(index);
  return written;
}

async function isWritten(indexes: readonly number[], { source }: Payload, deps: JobDeps): Promise<boolean> {
  try {
    // One byte more than fits tells a file that was cut off.
    const args = subtitleArgs(indexes, CAPTIONS_FILE_MAX_BYTES + 1);
    await runFfmpeg(args, { ...runOptions(deps, source), limits: LIMITS });
    return true;
  } catch (error) {
    if (error instanceof FfmpegError && !error.retryable) return false;
    throw error;
  }
}

async function faultOf(
  { form, streamIndex }: SubtitleStream,
  written: ReadonlySet<number>,
  { workFolder }: JobDeps,
): Promise<UnconvertibleSubtitle["reason"] | undefined> {
  if (form === "bitmap") return "bitmap";
  if (!written.has(streamIndex)) return "unreadable";
  const { size } = await stat(join(workFolder, subtitleFile(streamIndex)));
  return size > CAPTIONS_FILE_MAX_BYTES ? "too_large" : undefined;
}

/** Beside the source, whose life they share. */
async function store(
  stream: SubtitleStream,
  { videoUuid }: Payload,
  deps: JobDeps,
): Promise<ExtractedSubtitle> {
  const object = `uploads/${videoUuid}/captions/${subtitleFile(stream.streamIndex)}`;
  await deps.store.put(object, await readFile(join(deps.workFolder, subtitleFile(stream.streamIndex))));
  const { kind, isDefault } = stream;
  return { ...namesOf(stream), kind, isDefault, object };
}

const namesOf = ({ streamIndex, language, title }: SubtitleStream) => ({ streamIndex, language, title });
